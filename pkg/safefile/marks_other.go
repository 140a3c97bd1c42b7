//go:build !linux

package safefile

import "time"

type mark struct{}

func marksOf([]Watch, time.Time) (Marks, bool) { return Marks{}, false }

func (Marks) same() bool { return false }
