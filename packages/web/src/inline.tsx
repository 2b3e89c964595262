interface InlineProps {
  content: string;
  nonce: string | undefined;
}

/** An inline script in the head, before the first paint; the content policy allows it by nonce or hash. */
export function InlineScript({ content, nonce }: InlineProps) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: content }} />;
}

/** An inline style with the network's values, before the first paint. */
export function InlineStyle({ content, nonce }: InlineProps) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: colours computed by accentCss, never text of an operator
  return <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: content }} />;
}
