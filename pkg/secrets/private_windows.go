package secrets

// private has no work on Windows: safefile refuses what others may write, and
// who may read follows the person's profile, in which the state folder lies.
func private(string, string) error { return nil }
