package trust

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// DiffFolder is what changed from old, the trusted copy, to now, as a unified
// difference of every file (SPEC T6); "" where nothing did. What the digest
// counts besides is told at the end: names that can change without asking, and
// names this usher looks for that the copy's did not. The text is foreign: it
// passes the cleaner before a terminal sees it (SPEC F6).
func DiffFolder(old, now Folder) string {
	var b strings.Builder
	for _, f := range CompareFolders(old, now) {
		was, _ := old.File(f.Path)
		is, _ := now.File(f.Path)
		from, to := "trusted/"+label(f.Path), "now/"+label(f.Path)
		switch f.Change {
		case FileSame:
			continue
		case FileNew:
			from = "/dev/null"
		case FileGone:
			to = "/dev/null"
		case FileChanged:
		}
		b.WriteString("--- " + from + "\n+++ " + to + "\n")
		switch {
		case isText(was.Data) && isText(is.Data):
			b.WriteString(unified(was.Data, is.Data))
		default:
			b.WriteString("# not text: " + strconv.Itoa(len(was.Data)) + " bytes before, " + strconv.Itoa(len(is.Data)) + " bytes now\n")
		}
		if len(was.Data)+len(is.Data) == 0 {
			b.WriteString("# an empty file\n")
		}
	}
	section(&b, "can change without asking you", uncoveredLines(old), uncoveredLines(now))
	section(&b, "looked for", lookedFor(old), lookedFor(now))
	return b.String()
}

// section tells which lines of a list went and came.
func section(b *strings.Builder, title string, old, now []string) {
	var lines []string
	for _, l := range old {
		if !slices.Contains(now, l) {
			lines = append(lines, "-"+l)
		}
	}
	for _, l := range now {
		if !slices.Contains(old, l) {
			lines = append(lines, "+"+l)
		}
	}
	if len(lines) > 0 {
		b.WriteString("# " + title + ":\n" + strings.Join(lines, "\n") + "\n")
	}
}

func uncoveredLines(f Folder) []string {
	var out []string
	for _, u := range f.Uncovered {
		out = append(out, label(u.Path)+" "+u.Why)
	}
	return out
}

// lookedFor are the definition names that a reading looked for: those it found
// nothing under, and those it did.
func lookedFor(f Folder) []string {
	out := slices.Clone(f.Absent)
	for _, d := range definitions() {
		found := func(a File) bool { return a.Path == d.path || d.tree && strings.HasPrefix(a.Path, d.path+"/") }
		if slices.ContainsFunc(f.Files, found) {
			out = append(out, d.path)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// label keeps a path on its line.
func label(path string) string {
	if strings.ContainsFunc(path, unicode.IsControl) {
		return strconv.Quote(path)
	}
	return path
}

func isText(data []byte) bool { return utf8.Valid(data) && bytes.IndexByte(data, 0) < 0 }
