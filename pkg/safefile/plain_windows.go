package safefile

// nonBlocking has no meaning on Windows.
const nonBlocking = 0
