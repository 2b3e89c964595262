import { lazyPart } from "../page/lazy-part.tsx";

// Loaded on demand: only the staff see previews of catalogue drafts.
export const PreviewBand = lazyPart(() => import("./preview-band.tsx").then((module) => module.PreviewBand));
export const NotSoldHere = lazyPart(() => import("./not-sold-here.tsx").then((module) => module.NotSoldHere));
