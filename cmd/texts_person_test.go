//go:build linux && !race

package cmd_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// SPEC X6, S9: at a terminal $VISUAL, else $EDITOR, opens the file itself by its
// words, with no shell between; what is wrong with it is said afterwards, and a file
// that was made for it and left empty is gone again.
func TestTextsAreEditedAtATerminal_X6(t *testing.T) {
	h := newHouse(t)
	h.put(t, "prompts/review.md", "one\n")
	editor := filepath.Join(h.dir, "my editor")
	must(t, os.WriteFile(editor, []byte("#!/bin/sh\n[ -t 0 ] && [ -t 1 ] && echo sits \"$1\" \"$#\" && [ \"$2\" != fails ] && [ \"$3\" != \"\" ] && cat \"$0.text\" >\"$3\"\n"), 0o700))
	must(t, os.WriteFile(editor+".text", []byte("---\nmodel: big\n---\ntwo\n"), 0o600))
	d := h.desk(t, 200)
	named := "EDITOR=touch VISUAL='\"" + editor + "\" -w \"$(touch ran)\"' "
	shows(t, d.opens(named+"usher prompt edit review").ends(0), "sits -w 3", "prompts/review.md:2:1: warning: the key \"model\" does nothing here")
	if got := h.file(t, filepath.Join(h.conf, "prompts", "review.md")); !strings.HasSuffix(got, "two\n") {
		t.Errorf("the file is %q", got)
	}
	if _, err := os.Stat(filepath.Join(h.dir, "ran")); err == nil {
		t.Error("a shell read the editor's words")
	}
	for line, says := range map[string]string{
		"usher prompt edit review":                        "no editor is opened: neither $VISUAL nor $EDITOR names an editor",
		"EDITOR=vi usher prompt edit review | cat":        "no editor is opened: there is no terminal here",
		"EDITOR=' ' usher prompt edit review || :":        "cannot be read",
		"EDITOR='\"vi' usher prompt edit review || :":     "is never closed",
		"EDITOR=no-such-one usher prompt edit review||:":  "the program no-such-one does not exist in any folder of PATH",
		"EDITOR=false usher prompt edit review; [ $? = 1": "ended with status 1",
	} {
		if strings.Contains(line, "[ $?") {
			line += " ]"
		}
		shows(t, d.opens(line).ends(0), says)
	}
	instructions := filepath.Join(h.conf, "instructions.md")
	d.opens("EDITOR=true usher instructions edit").ends(0)
	if _, err := os.Stat(instructions); err == nil {
		t.Error("an empty file was left behind")
	}
	d.opens(named + "usher instructions edit").ends(0)
	if info, err := os.Stat(instructions); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info, err)
	}
}
