import PDFDocument from "pdfkit";
import type { Voice } from "./faces.ts";
import type { Direction } from "./reading-order.ts";
import { setText } from "./setting.ts";

/** A4 in points, and the margin of every document. */
export const a4 = { width: 595.28, height: 841.89, margin: 51 } as const;
export const pointsPerMm = 72 / 25.4;

export const ink = { black: "#1c1a17", soft: "#575249", rule: "#c9c4b8", faint: "#f4f2ec", white: "#ffffff" } as const;

/** Structure tags used here (ISO 32000-1, 14.8.4). */
export type Tag = "H1" | "H2" | "P" | "Sect" | "Table" | "TR" | "TH" | "TD" | "Figure" | "L" | "LI" | "LBody";
type Structure = PDFKit.PDFStructureElement;

/** Options of an element; `bbox` (of a figure) and `scope` (of a head cell) are missing from pdfkit's types. */
export type ElementOptions = PDFKit.Mixins.StructureElementOptions & {
  bbox?: [number, number, number, number];
  scope?: "Row" | "Column";
};

/** How a text is laid out. `x` is measured from the edge where reading starts; all lengths in points. */
export interface Setting {
  x: number;
  width: number;
  size: number;
  voice?: Voice;
  colour?: string;
  align?: "start" | "center" | "end";
  /** Line height as a multiple of the size: 1.35, and 1.6 for Arabic. */
  leading?: number;
}

/** The text for screen readers of an element with right-to-left letters: its text in reading order. */
export function readAloud(text: string): ElementOptions {
  return /\p{Script=Arabic}/u.test(text) ? { actual: text.replace(/\p{Cf}/gu, "") } : {};
}

/**
 * A PDF document in progress: A4, tagged, with embedded fonts. Positions are measured from the edge where reading starts, so a drawing for
 * French is mirrored for Arabic. The same calls give the same bytes.
 */
export class Sheet {
  readonly doc: PDFKit.PDFDocument;
  readonly direction: Direction;
  #root: Structure;
  #parents: Structure[];
  #chunks: Buffer[] = [];

  /** `madeAt`: the creation date, taken from the document's data and not from the clock. */
  constructor(about: { lang: string; title: string; subject: string; madeAt: string }) {
    this.direction = about.lang === "ar" ? "rtl" : "ltr";
    const plain = (text: string) => text.replace(/[<>&]/g, " ");
    const options = {
      size: "A4",
      margin: 0,
      font: "",
      lang: about.lang,
      tagged: true,
      displayTitle: true,
      pdfVersion: "1.7",
      subset: "PDF/UA",
      bufferPages: true,
      info: {
        Title: plain(about.title),
        Subject: plain(about.subject),
        Creator: "Guichet",
        Producer: "Guichet",
        CreationDate: new Date(about.madeAt),
        ModDate: new Date(about.madeAt),
      },
    };
    // pdfkit supports PDF/UA, but its types do not.
    this.doc = new PDFDocument(options as PDFKit.PDFDocumentOptions);
    this.doc.on("data", (chunk: Buffer) => this.#chunks.push(chunk));
    this.#root = this.doc.struct("Document");
    this.doc.addStructure(this.#root);
    this.#parents = [this.#root];
  }

  /** Groups what `draw` draws in a structure element. */
  group(tag: Tag, draw: () => void, options: ElementOptions = {}): void {
    const element = this.doc.struct(tag, options);
    this.#parent().add(element);
    this.#parents.push(element);
    draw();
    this.#parents.pop();
    element.end();
  }

  /** Adds a leaf element whose content is what `draw` draws. */
  leaf(tag: Tag, draw: () => void, options: ElementOptions = {}): void {
    const element = this.doc.struct(tag, options, draw);
    this.#parent().add(element);
    element.end();
  }

  /** Draws decoration or repetition, which screen readers skip. */
  artifact(draw: () => void): void {
    this.doc.markContent("Artifact", { type: "Layout" });
    draw();
    this.doc.endMarkedContent();
  }

  /** Writes a text as one structure element with its top at `y`; returns its height. */
  write(tag: Tag, text: string, y: number, setting: Setting, options: ElementOptions = {}): number {
    let height = 0;
    this.leaf(
      tag,
      () => {
        height = this.draw(text, y, setting);
      },
      { ...readAloud(text), ...options },
    );
    return height;
  }

  /** Draws a text into the current element; returns its height. */
  draw(text: string, y: number, setting: Setting): number {
    const { x, width, size, voice = "text", colour = ink.black, align = "start" } = setting;
    const lines = setText(text, voice, size, this.direction, width);
    const lineHeight = size * this.#leading(setting);
    this.doc.fillColor(colour);
    lines.forEach((set, i) => {
      const room = width - set.width;
      const fromStart = align === "start" ? 0 : align === "end" ? room : room / 2;
      let at = this.left(x + fromStart, set.width);
      const places = set.stretches.map((stretch) => {
        const place = { ...stretch, at };
        at += stretch.width;
        return place;
      });
      places.sort((one, other) => one.read - other.read);
      const baseline = y + i * lineHeight + lineHeight / 2 + size * 0.36;
      for (const { text: drawn, face, at } of places) {
        // pdfkit also accepts an opened fontkit font, which its types do not declare.
        this.doc
          .registerFont(face.key, face.font as unknown as Buffer)
          .font(face.key)
          .fontSize(size);
        // With a list of features, even an empty one, pdfkit lays out the stretch as a whole and not word by word.
        this.doc.text(drawn, at, baseline, { lineBreak: false, baseline: "alphabetic", features: [] });
        const scale = size / face.font.unitsPerEm;
        for (const mark of face.marks(drawn)) {
          this.doc
            .save()
            .translate(at + mark.x * scale, baseline - mark.y * scale)
            .scale(scale, -scale);
          this.doc.path(mark.path).fill(colour).restore();
        }
      }
    });
    return lines.length * lineHeight;
  }

  /** The height that a text would take. */
  heightOf(text: string, setting: Setting): number {
    const { size, voice = "text", width } = setting;
    return setText(text, voice, size, this.direction, width).length * size * this.#leading(setting);
  }

  /** The left edge on the page of something `width` wide that is `x` from the starting edge. */
  left(x: number, width: number): number {
    return this.direction === "ltr" ? x : a4.width - x - width;
  }

  /** Draws a horizontal line from `x` over `width`. */
  rule(x: number, y: number, width: number, colour: string = ink.rule, thickness = 0.75): void {
    const left = this.left(x, width);
    this.doc
      .lineWidth(thickness)
      .moveTo(left, y)
      .lineTo(left + width, y)
      .stroke(colour);
  }

  addPage(): void {
    this.doc.addPage();
  }

  /** Ends the document: `foot` draws into each page's margin, given the page count. */
  async end(foot: (page: number, pages: number) => void): Promise<Uint8Array> {
    this.#root.end();
    const { start, count } = this.doc.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      this.doc.switchToPage(start + page);
      this.artifact(() => foot(page + 1, count));
    }
    return new Promise((resolve, reject) => {
      this.doc.on("end", () => resolve(new Uint8Array(Buffer.concat(this.#chunks))));
      this.doc.on("error", reject);
      this.doc.end();
    });
  }

  #parent(): Structure {
    return this.#parents.at(-1) ?? this.#root;
  }

  #leading({ leading }: Setting): number {
    return leading ?? (this.direction === "rtl" ? 1.6 : 1.35);
  }
}
