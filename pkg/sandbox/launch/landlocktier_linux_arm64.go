package launch

// changesHere are older spellings of changesOfFiles: this processor has none.
var changesHere = [...]uintptr{}
