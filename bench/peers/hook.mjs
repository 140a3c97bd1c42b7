#!/usr/bin/env node
let input = "";
process.stdin.on("data", (d) => (input += d)).on("end", () => {
  const { args } = JSON.parse(input);
  if (String(args.command ?? "").includes("rm -rf")) {
    process.stderr.write("not that");
    process.exit(2);
  }
});
