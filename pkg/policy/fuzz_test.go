package policy

import (
	"testing"

	"usher/pkg/digest"
	"usher/pkg/fault"
)

// Whatever a person's file holds: an error means unusable, a locked key keeps
// the machine's value, and no rule of the machine's is lost (SPEC L8, C4).
func FuzzUserFileNeverLoosensTheMachine(f *testing.F) {
	for _, c := range broken {
		if len(c.data) < 1000 {
			f.Add([]byte(c.data))
		}
	}
	f.Add([]byte(`{"approve":{"unattended":true},"trust":{"hooks":"with-folder"},"hooks":{"enabled":false,"onError":"warn","pinned":false},"tools":{"deny":["x"],"ask":[]}}`))
	f.Add([]byte(`{"trust":{"servers":"with-folder","digests":["` + pinB + `"]},"texts":{"enabled":true,"precedence":"project"},"projects":{"enabled":true}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, problems := Parse(machineFile(`{"trust":{"hooks":"each","servers":"each","digests":["`+pinA+`"]},"texts":{"enabled":false},"projects":{"enabled":false},"hooks":{"pinned":true},"tools":{"deny":["a*"],"ask":["b"]},"locked":true}`), Source{Layer: "yours", Path: "/h", Data: data, Present: true})
		failed := false
		for _, pr := range problems {
			failed = failed || pr.Severity == fault.SeverityError
		}
		if p.Usable() == failed {
			t.Fatalf("usable %v with %v", p.Usable(), problems)
		}
		if p.ApproveUnattended || !p.HooksEnabled || p.HooksOnError != OnErrorDeny || !p.HooksPinned || p.TrustHooks != Each || p.TrustServers != Each || p.TextsEnabled || p.TextsPrecedence != PrecedenceUser || p.ProjectsEnabled {
			t.Fatalf("a locked key gave way: %+v", p)
		}
		if _, theirs := p.Pinned(digest.Digest(pinB)); theirs || len(p.TrustDigests) > 1 {
			t.Fatalf("a person's file pins a folder: %+v", p.TrustDigests)
		}
		if len(p.Denying(tool(t, "a__b"))) == 0 || p.Usable() && len(p.Asking(tool(t, "b"))) == 0 {
			t.Fatalf("a rule of the machine's is lost: %+v", p)
		}
	})
}

func BenchmarkParse(b *testing.B) {
	m := machineFile(`{"tools":{"deny":["shell*","mcp__acme__*"]},"locked":["hooks.enabled"]}`)
	u := yourFile(`{"hooks":{"onError":"deny"},"tools":{"ask":["*__delete*"]}}`)
	b.ReportAllocs()
	for b.Loop() {
		if p, _ := Parse(m, u); !p.Usable() {
			b.Fatal("not usable")
		}
	}
}
