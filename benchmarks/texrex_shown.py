def shown(found):
    return ""
