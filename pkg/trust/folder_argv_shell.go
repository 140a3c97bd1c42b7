package trust

import (
	"strings"
)

// Bounds of what is taken from the lines that shells read: past them a line may
// name more than is covered.
const (
	maxLineWords = 2000
	maxLineBases = 8
	maxLineDepth = 6
	maxLookedAt  = 512 // words of one command
)

// Reached is Named, and beyond it the words of every line that a shell reads out
// of the command line: sh -c LINE, env -S LINE, from whatever folder they change
// to (SPEC T5). open says that such a line may name files in ways that only
// running it would tell: by variables, substitutions, patterns and the like.
func Reached(cwd string, argv ...string) (names []string, open bool) {
	l := lineReader{cwd: cwd}
	for _, line := range l.program(argv) {
		if line != "" {
			l.read(line, 1, true)
		}
	}
	for _, base := range append([]string{cwd}, l.bases...) {
		rest := argv
		if len(argv) > 0 && leadsOut(base) && bare(argv[0]) { // found in PATH, from wherever it is started
			rest = argv[1:]
			names = append(names, guessed+base+"/"+argv[0])
		}
		names = append(names, Named(base, rest...)...)
	}
	return append(names, l.named()...), l.open || l.full
}

// ReachedLine is Reached of one line that a shell reads.
func ReachedLine(cwd, line string) (names []string, open bool) {
	l := lineReader{cwd: cwd}
	l.read(line, 1, true)
	return l.named(), l.open || l.full
}

// lineReader holds the lines of one command line while they are read.
type lineReader struct {
	cwd   string
	words []string
	seen  map[string]bool
	bases []string // folders that they change to, as Named takes them
	open  bool
	full  bool
}

func (l *lineReader) named() []string {
	out := Named(l.cwd, l.words...)
	for _, base := range l.bases {
		out = append(out, Named(base, l.words...)...)
	}
	return out
}

// read takes the words of a line, and those of the lines within it. shell says
// that a shell reads it, and not that it only looks like a line.
func (l *lineReader) read(line string, depth int, shell bool) {
	if depth > maxLineDepth {
		l.open = l.open || shell
		return
	}
	was := l.open
	commands, open := splitLine(line)
	l.open = was || open
	for _, words := range commands {
		found := l.program(words)
		l.builtins(words[:min(len(words), maxLookedAt)], found)
		for i, w := range words {
			l.add(w)
			if within := found[i]; within != "" {
				l.read(within, depth+1, shell)
			} else if w != line && strings.ContainsAny(w, lineSigns) {
				l.read(w, depth+1, false)
			}
		}
	}
	if !shell {
		l.open = was
	}
}

// add takes a word, and its end from where the project folder stands in it.
func (l *lineReader) add(word string) {
	all := []string{word}
	if i := strings.LastIndex(word, workspace); i > 0 {
		all = append(all, word[i:])
	}
	if strings.Contains(word, `\`) { // of a Windows path, or of a shell
		all = append(all, strings.ReplaceAll(word, `\`, "/"), strings.ReplaceAll(word, `\`, ""))
	}
	for _, w := range all {
		switch {
		case w == "" || l.seen[w]:
		case len(l.words) >= maxLineWords:
			l.full = true
		default:
			if l.seen == nil {
				l.seen = map[string]bool{}
			}
			l.seen[w] = true
			l.words = append(l.words, w)
		}
	}
}
