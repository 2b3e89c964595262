import type { ReactNode } from "react";

/** Main part of a screen; `narrow`: one column of text or form. */
export function Page({ narrow, children }: { narrow?: boolean; children: ReactNode }) {
  return (
    <main className={narrow ? "page stack" : "page"} data-narrow={narrow ? "" : undefined} id="main" tabIndex={-1}>
      {children}
    </main>
  );
}

/** Title of a screen with an optional line below it and a stamp next to it. */
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

/** Two columns from 1024 px, selection and summary; stacked below that. */
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

/** Stacks its children: 16 px apart, `s` 4, `m` 8, `l` 32. */
export function Stack({ gap, two, children }: StackProps) {
  return (
    <div className="stack" data-gap={gap} data-two={two ? "" : undefined}>
      {children}
    </div>
  );
}
