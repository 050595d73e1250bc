//! The markup score: the block's own, and its mean over what the block is part of.

inputs! {
    (all, i) {
        let node = all.shown[i].node;
        let sums = &all.outline.sums;
        let [near, further] = all.outline.ever_bigger::<2>(node);
        let container = all.outline.around[node].container as usize;
        let running = &all.running;
    }
    "markup" "markup score" = all.shown[i].score;
    "markup of previous" "that of the previous block" = running.mean_score(i.saturating_sub(1), i);
    "markup of next" "that of the next block" = running.mean_score(i + 1, i + 2);
    "markup of next 2" "that of the block after that" = running.mean_score(i + 2, i + 3);
    "markup before" "mean over the 3 blocks before" = running.mean_score(i.saturating_sub(3), i);
    "markup after" "mean over the 8 blocks after" = running.mean_score(i + 1, i + 9);
    "markup nearby" "mean over the nearest ancestor that holds another block" =
        sums[near].mean_score();
    "markup further" "mean over the next ancestor that holds more" = sums[further].mean_score();
    "markup of path" "mean over the blocks with the same path" =
        all.groups.path.group(i).sums.mean_score();
    "markup of place" "mean over the blocks with the same tags and depth" =
        all.groups.place.group(i).sums.mean_score();
    "markup of section" "mean from the last heading to the next" =
        all.sections.group(i).sums.mean_score();
    "markup of container" "mean over the nearest section, list, table, form or the like" =
        sums[container].mean_score();
    "markup of branch" "mean over the branch" = all.branches.sums(all, i).mean_score();
    "markup of page" "mean over the page" = all.outline.total().mean_score();
    "markup of core" "mean over the deepest element with 60 % of the running text" =
        sums[all.cores.wide.node].mean_score();
    "markup of item" "mean over the item it is in, else over the page" =
        sums[all.items.item_or_root(node)].mean_score();
    "markup rank" "share of the page's words in blocks with a lower markup score" =
        all.whole.score_ranks[i];
}
