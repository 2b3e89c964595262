/** First link of a page: skips the header to `main` (WCAG 2.4.1). */
export function SkipLink({ label, target = "main" }: { label: string; target?: string }) {
  return (
    <a className="skip-link" href={`#${target}`}>
      {label}
    </a>
  );
}
