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

/** Names of actions and embedded content, refused wherever they occur (ISO 32000-2, 12.6.4, 7.11.4, 12.7.8). */
const activeNames = new Set([
  ...["JavaScript", "JS", "Launch", "SubmitForm", "ImportData", "GoToR", "GoToE", "GoTo3DView"],
  ...["Rendition", "RichMedia", "RichMediaExecute", "EmbeddedFile", "EmbeddedFiles", "XFA"],
]);
/** Names that are also used for harmless things: refused only as the type of an action or annotation. */
const activeKinds = new Set(["Movie", "Sound", "Screen", "3D", "FileAttachment", "Thread"]);
/** Actions that may run by themselves: the document opens at a page. */
const automaticActions = new Set(["GoTo"]);
/** Schemes of links that a reader may click: a web page, an e-mail address or a number; anything else opens programs or files. */
const linkSchemes = new Set(["http", "https", "mailto", "tel"]);
const depthMax = 100;
const actionsInARowMax = 20;

const S = PDFName.of("S");
const Next = PDFName.of("Next");

/** Checks whether anything in a document acts, opens, sends or embeds something, by itself or when touched. */
export function isActiveDocument(read: PDFDocument): boolean {
  return read.context.enumerateIndirectObjects().some(([, object]) => isActive(object, 0));
}

function isActive(object: PDFObject | undefined, depth: number): boolean {
  if (depth > depthMax) return true;
  if (object instanceof PDFName) return activeNames.has(object.decodeText());
  if (object instanceof PDFArray) return object.asArray().some((part) => isActive(part, depth + 1));
  if (object instanceof PDFRawStream) return isUnnamedObjectStream(object) || isActiveDict(object.dict, depth);
  return object instanceof PDFDict && isActiveDict(object, depth);
}

function isActiveDict(dict: PDFDict, depth: number): boolean {
  if (kindIn(dict, S, activeKinds) || kindIn(dict, PDFName.of("Subtype"), activeKinds) || isUnsafeLink(dict))
    return true;
  return dict.entries().some(([key, value]) => {
    const name = key.decodeText();
    if (activeNames.has(name)) return true;
    if (name === "OpenAction" && runsByItself(dict.lookup(key), 0)) return true;
    if (name === "AA" && additionalActions(dict.lookup(key))) return true;
    return isActive(value, depth + 1);
  });
}

const kindIn = (dict: PDFDict, key: PDFName, kinds: ReadonlySet<string>): boolean => {
  const kind = dict.lookup(key);
  return kind instanceof PDFName && kinds.has(kind.decodeText());
};

/** Actions triggered by an event: opening a page, a key, closing. */
const additionalActions = (value: PDFObject | undefined): boolean =>
  value instanceof PDFDict && value.keys().some((event) => runsByItself(value.lookup(event), 0));

function runsByItself(action: PDFObject | undefined, before: number): boolean {
  if (before > actionsInARowMax) return true;
  if (action instanceof PDFArray) return action.asArray().some((_, place) => runsAt(action, place, before));
  if (!(action instanceof PDFDict)) return false;
  return !kindIn(action, S, automaticActions) || runsByItself(action.lookup(Next), before + 1);
}

/** In an array only dictionaries are actions. A destination is also an array, of a page whose dictionary says so. */
function runsAt(list: PDFArray, place: number, before: number): boolean {
  const part = list.lookup(place);
  const isPage = part instanceof PDFDict && kindIn(part, PDFName.of("Type"), new Set(["Page"]));
  return part instanceof PDFDict && !isPage && runsByItself(part, before + 1);
}

/** Checks whether a link leads to anything but the web, an e-mail address or a telephone number. */
function isUnsafeLink(dict: PDFDict): boolean {
  if (!kindIn(dict, S, new Set(["URI"]))) return false;
  const target = dict.lookup(PDFName.of("URI"));
  if (!(target instanceof PDFString || target instanceof PDFHexString)) return true;
  const address = target.decodeText().trim();
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase();
  return scheme === undefined ? /^[\\/]{2}/.test(address) : !linkSchemes.has(scheme);
}

/** An object stream without its type: made to be overlooked. */
const isUnnamedObjectStream = ({ dict }: PDFRawStream): boolean =>
  dict.has(PDFName.of("First")) && !kindIn(dict, PDFName.of("Type"), new Set(["ObjStm"]));
