import { type ChildProcess, spawn, spawnSync } from "node:child_process";

/**
 * A command line that gets the signal from the kernel when the process (precisely: the thread) that starts it ends,
 * however it ends. Without util-linux it is the plain command line, and the watcher alone does the work.
 */
export function dyingWithUs(signal: "INT" | "KILL", program: string, args: string[]): [string, string[]] {
  return canBindToParent() ? ["setpriv", ["--pdeathsig", signal, program, ...args]] : [program, args];
}

let bindable: boolean | undefined;
function canBindToParent(): boolean {
  bindable ??= spawnSync("setpriv", ["--pdeathsig", "INT", "true"]).status === 0;
  return bindable;
}

/**
 * Waits at a pipe from us. When the pipe closes before the word `over`, we have ended without stopping PostgreSQL:
 * fast shutdown, then immediate, then kill. Only a process that works in the cluster folder is ever meant.
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

/** Starts a watcher that stops PostgreSQL when we end without doing so; it survives signals sent to our whole group. */
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

/** Sends the watcher home: PostgreSQL has ended. */
export function dismiss(watcher: ChildProcess): void {
  watcher.stdin?.end("over\n");
}
