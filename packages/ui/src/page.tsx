import type { ReactNode } from "react";

/** The main part of a screen; `narrow` for one column of text or form. */
export function Page({ narrow, children }: { narrow?: boolean; children: ReactNode }) {
  return (
    <main className={narrow ? "page stack" : "page"} data-narrow={narrow ? "" : undefined} id="main" tabIndex={-1}>
      {children}
    </main>
  );
}

/** The title of a screen, one line under it, and beside it the state of what the screen shows. */
export function PageHead({ title, stamp, children }: { title: ReactNode; stamp?: ReactNode; children?: ReactNode }) {
  return (
    <div className="page-head">
      {stamp ? (
        <div className="row">
          <h1>{title}</h1>
          {stamp}
        </div>
      ) : (
        <h1>{title}</h1>
      )}
      {children && <p className="soft">{children}</p>}
    </div>
  );
}

/** What you choose beside what it comes to, from 1024 px; one under the other before. */
export function Split({ aside, even, children }: { aside: ReactNode; even?: boolean; children: ReactNode }) {
  return (
    <div className="split" data-even={even ? "" : undefined}>
      <div className="stack">{children}</div>
      <div className={even ? "stack" : "split-aside"}>{aside}</div>
    </div>
  );
}

type StackProps = {
  gap?: "s" | "m" | "l";
  /** Two columns from 768 px. */
  two?: boolean;
  children: ReactNode;
};

/** Things one under the other: 16 px apart, `s` 4, `m` 8, `l` 32. */
export function Stack({ gap, two, children }: StackProps) {
  return (
    <div className="stack" data-gap={gap} data-two={two ? "" : undefined}>
      {children}
    </div>
  );
}
