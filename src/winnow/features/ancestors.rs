//! The elements around a block that hold more and more other blocks.

use super::shown::ratio;

inputs! {
    (all, i) {
        let node = all.shown[i].node;
        let chain = all.outline.ever_bigger::<4>(node);
        let [near, further, _, top] = chain.map(|node| &all.outline.sums[node]);
        let total = &all.outline.total();
        let container = &all.outline.sums[all.outline.around[node].container as usize];
    }
    "blocks nearby" "blocks in the nearest ancestor that holds another one" = near.blocks;
    "words nearby" "words there" = near.words;
    "share nearby" "share of the page's words there" = ratio(near.words, total.words);
    "link share nearby" "link share there" = near.link_share();
    "text share nearby" "share of words there that are running text" =
        ratio(near.mass, near.words);
    "sentences nearby" "sentences per block there" = ratio(near.sentences, near.blocks);
    "share further" "share of the page's words in the next ancestor that holds more" =
        ratio(further.words, total.words);
    "link share further" "link share there" = further.link_share();
    "text share further" "share of words there that are running text" =
        ratio(further.mass, further.words);
    "share in fourth" "share of the page's words in the fourth such ancestor" =
        ratio(top.words, total.words);
    "link share in fourth" "link share there" = top.link_share();
    "short words in fourth" "share of short words there" = top.short_share();
    "blocks in container" "blocks in the nearest section, list, table, form or the like" =
        container.blocks;
    "share in container" "share of the page's words there" = ratio(container.words, total.words);
    "link share in container" "link share there" = container.link_share();
    "images in container" "images there" = container.images;
}
