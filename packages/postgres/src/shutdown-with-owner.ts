import { type ChildProcess, spawn, spawnSync } from "node:child_process";

/**
 * Command line of a program that gets the signal from the kernel when the process (precisely: the thread) that starts it
 * ends in any way. Without util-linux it is the plain command line, and only the watcher stops it.
 */
export function exitWithOwner(signal: "INT" | "KILL", program: string, args: string[]): [string, string[]] {
  return canBindToParent() ? ["setpriv", ["--pdeathsig", signal, program, ...args]] : [program, args];
}

let bindable: boolean | undefined;
function canBindToParent(): boolean {
  bindable ??= spawnSync("setpriv", ["--pdeathsig", "INT", "true"]).status === 0;
  return bindable;
}

/**
 * Script that waits on a pipe from us. If the pipe closes before the word `over`, we ended without stopping PostgreSQL: it then
 * does a fast shutdown, then an immediate one, then a kill. It only affects processes that work in the cluster folder.
 */
const watch = `
read -r word && [ "$word" = over ] && exit 0
ours() { [ /proc/$1/cwd -ef "$2" ]; }
for attempt in INT/30 QUIT/5 KILL/1; do
  ours "$1" "$2" || exit 0
  kill -s "\${attempt%/*}" "$1"
  left=\${attempt#*/}
  while [ "$left" -gt 0 ] && ours "$1" "$2"; do sleep 1; left=$((left - 1)); done
done`;

/** Starts a watcher that stops PostgreSQL if we end without doing so; it survives signals to our process group. */
export function watchOver(pid: number, cluster: string): ChildProcess {
  const watcher = spawn("/bin/sh", ["-c", watch, "guichet-postgres-watch", String(pid), cluster], {
    cwd: "/",
    detached: true,
    env: { PATH: "/usr/bin:/bin" },
    stdio: ["pipe", "ignore", "ignore"],
  });
  watcher.on("error", () => undefined);
  watcher.stdin?.on("error", () => undefined);
  watcher.unref();
  return watcher;
}

/** Ends the watcher after PostgreSQL has stopped. */
export function dismiss(watcher: ChildProcess): void {
  watcher.stdin?.end("over\n");
}
