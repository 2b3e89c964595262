import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFString,
} from "@cantoo/pdf-lib";

/** Names that stand for something that acts or is carried, wherever they stand (ISO 32000-2, 12.6.4, 7.11.4, 12.7.8). */
const activeNames = new Set([
  ...["JavaScript", "JS", "Launch", "SubmitForm", "ImportData", "GoToR", "GoToE", "GoTo3DView"],
  ...["Rendition", "RichMedia", "RichMediaExecute", "EmbeddedFile", "EmbeddedFiles", "XFA"],
]);
/** The same, but words that also name harmless things: only as the kind of an action or annotation. */
const activeKinds = new Set(["Movie", "Sound", "Screen", "3D", "FileAttachment", "Thread"]);
/** Actions that may happen by themselves: the document opens at a page. */
const mayHappenByItself = new Set(["GoTo"]);
/** A link that is followed by hand may lead to a page of the web, an address or a number; anything else opens programs or files. */
const linkSchemes = new Set(["http", "https", "mailto", "tel"]);
const deepest = 100;
const actionsInARowMax = 20;

const S = PDFName.of("S");
const Next = PDFName.of("Next");

/** Does anything in a document act, open, send or carry something, by itself or when it is touched? */
export function looksActive(read: PDFDocument): boolean {
  return read.context.enumerateIndirectObjects().some(([, object]) => isActive(object, 0));
}

function isActive(object: PDFObject | undefined, depth: number): boolean {
  if (depth > deepest) return true;
  if (object instanceof PDFName) return activeNames.has(object.decodeText());
  if (object instanceof PDFArray) return object.asArray().some((part) => isActive(part, depth + 1));
  if (object instanceof PDFRawStream) return isUnnamedObjectStream(object) || isActiveDict(object.dict, depth);
  return object instanceof PDFDict && isActiveDict(object, depth);
}

function isActiveDict(dict: PDFDict, depth: number): boolean {
  if (kindIn(dict, S, activeKinds) || kindIn(dict, PDFName.of("Subtype"), activeKinds) || leadsAstray(dict))
    return true;
  return dict.entries().some(([key, value]) => {
    const name = key.decodeText();
    if (activeNames.has(name)) return true;
    if (name === "OpenAction" && actsByItself(dict.lookup(key), 0)) return true;
    if (name === "AA" && additionalActions(dict.lookup(key))) return true;
    return isActive(value, depth + 1);
  });
}

const kindIn = (dict: PDFDict, key: PDFName, kinds: ReadonlySet<string>): boolean => {
  const kind = dict.lookup(key);
  return kind instanceof PDFName && kinds.has(kind.decodeText());
};

/** Actions that an event sets off: opening a page, a key, closing. */
const additionalActions = (value: PDFObject | undefined): boolean =>
  value instanceof PDFDict && value.keys().some((event) => actsByItself(value.lookup(event), 0));

function actsByItself(action: PDFObject | undefined, before: number): boolean {
  if (before > actionsInARowMax) return true;
  if (action instanceof PDFArray) return action.asArray().some((_, place) => actsAt(action, place, before));
  if (!(action instanceof PDFDict)) return false;
  return !kindIn(action, S, mayHappenByItself) || actsByItself(action.lookup(Next), before + 1);
}

/** Of an array only dictionaries are actions: a destination is one too, of a page, whose own dictionary says that it is one. */
function actsAt(list: PDFArray, place: number, before: number): boolean {
  const part = list.lookup(place);
  const isPage = part instanceof PDFDict && kindIn(part, PDFName.of("Type"), new Set(["Page"]));
  return part instanceof PDFDict && !isPage && actsByItself(part, before + 1);
}

/** A link to anything but the web, an e-mail address or a telephone number. */
function leadsAstray(dict: PDFDict): boolean {
  if (!kindIn(dict, S, new Set(["URI"]))) return false;
  const target = dict.lookup(PDFName.of("URI"));
  if (!(target instanceof PDFString || target instanceof PDFHexString)) return true;
  const address = target.decodeText().trim();
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase();
  return scheme === undefined ? /^[\\/]{2}/.test(address) : !linkSchemes.has(scheme);
}

/** Holds objects as a reader would find them, but does not say so: made to be overlooked. */
const isUnnamedObjectStream = ({ dict }: PDFRawStream): boolean =>
  dict.has(PDFName.of("First")) && !kindIn(dict, PDFName.of("Type"), new Set(["ObjStm"]));
