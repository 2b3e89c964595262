import type { Paragraph } from "./changed-paragraphs.ts";

/** The paragraphs of a text that were added and removed, with those next to them. */
export function ParagraphChanges({ language, paragraphs }: { language: string; paragraphs: readonly Paragraph[] }) {
  return (
    <div lang={language} dir="auto" className="catalogue-paragraphs small">
      {paragraphs.map((one) => (
        <Compared key={`${one.is} ${one.at}`} {...one} />
      ))}
    </div>
  );
}

function Compared({ is, text }: Paragraph) {
  if (is === "removed") return <del>{text}</del>;
  return is === "added" ? <ins>{text}</ins> : <p className="soft">{text}</p>;
}
