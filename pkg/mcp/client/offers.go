package client

import (
	"strings"

	"usher/pkg/strictjson"
)

// Offers reports a capability that the server announced: "tools", "prompts",
// "resources", "logging", "completions"; after a dot what it announced within one:
// "resources.subscribe".
func (c *Conn) Offers(capability string) bool {
	v := c.capabilities
	for _, key := range strings.Split(capability, ".") {
		v = v.Get(key)
	}
	yes, isBool := v.Bool()
	return v.Kind() == strictjson.KindObject || isBool && yes
}
