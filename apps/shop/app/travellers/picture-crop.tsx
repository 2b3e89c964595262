import { Button } from "@guichet/ui/button.tsx";
import { type PointerEvent, type SyntheticEvent, useEffect, useRef, useState } from "react";
import { useT } from "../texts/texts.tsx";
import {
  centred,
  dragged,
  type Framing,
  frameRatio,
  isLargeEnough,
  laid,
  type Size,
  visibleArea,
  zoomMaxOf,
} from "./picture-frame.ts";

export type PictureRefusal = "FILE_TYPE_NOT_ACCEPTED" | "FILE_TOO_SMALL";

interface PictureCropProps {
  file: File;
  busy: boolean;
  /** Receives the framed part of the picture as a new file. */
  onCropped: (picture: File) => void;
  /** Called when the browser cannot decode the picture, or it is too small for a card. */
  onRefused: (code: PictureRefusal) => void;
}

const storedWidth = 900;
const quality = 0.9;

/** Crops a picture behind a frame: dragged by finger or mouse, or moved by three sliders that work with a keyboard. */
export function PictureCrop({ file, busy, onCropped, onRefused }: PictureCropProps) {
  const t = useT();
  const [url, setUrl] = useState<string>();
  const [size, setSize] = useState<Size>();
  const [framing, setFraming] = useState(centred);
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    setSize(undefined);
    setFraming(centred);
    return () => URL.revokeObjectURL(made);
  }, [file]);

  const hold = useDrag(size, framing, setFraming);
  const cut = async () => {
    if (size === undefined || image.current === null) return;
    const cropped = await cutOut(image.current, size, framing);
    if (cropped === undefined) onRefused("FILE_TYPE_NOT_ACCEPTED");
    else onCropped(cropped);
  };
  const loaded = ({ currentTarget: { naturalWidth, naturalHeight } }: SyntheticEvent<HTMLImageElement>) => {
    const natural = { width: naturalWidth, height: naturalHeight };
    if (isLargeEnough(natural)) setSize(natural);
    else onRefused("FILE_TOO_SMALL");
  };
  return (
    <div className="stack" data-gap="m">
      {/* The sliders below are the alternative to dragging. */}
      <div className="crop" dir="ltr" {...hold}>
        {url && (
          <img
            ref={image}
            src={url}
            alt={t("travellers.picture.preview")}
            draggable={false}
            onLoad={loaded}
            onError={() => onRefused("FILE_TYPE_NOT_ACCEPTED")}
            style={size && positionOf(size, framing)}
          />
        )}
      </div>
      <p className="soft">{t("travellers.picture.crop")}</p>
      <FramingSliders size={size} framing={framing} setFraming={setFraming} />
      <Button type="button" variant="main" big busy={busy && t("travellers.picture.sending")} onClick={cut}>
        {t("travellers.picture.use")}
      </Button>
    </div>
  );
}

function positionOf(size: Size, framing: Framing) {
  const { left, top, width, height } = laid(size, framing);
  return { left: `${left * 100}%`, top: `${top * 100}%`, width: `${width * 100}%`, height: `${height * 100}%` };
}

interface FramingSlidersProps {
  size: Size | undefined;
  framing: Framing;
  setFraming: (framing: Framing) => void;
}

/** Sliders for the zoom and position of the picture behind its frame. */
function FramingSliders({ size, framing, setFraming }: FramingSlidersProps) {
  const t = useT();
  const slider = (part: keyof Framing, label: string, [min, max]: [number, number]) => (
    <div className="field">
      <label className="label" htmlFor={`crop-${part}`}>
        {label}
      </label>
      <input
        id={`crop-${part}`}
        className="crop-slider"
        type="range"
        // The sliders move a picture, so they run from left to right in every language.
        dir="ltr"
        min={min}
        max={max}
        step={0.01}
        value={framing[part]}
        onChange={({ target }) => setFraming({ ...framing, [part]: target.valueAsNumber })}
      />
    </div>
  );
  return (
    <>
      {slider("zoom", t("travellers.picture.zoom"), [1, size === undefined ? 1 : zoomMaxOf(size)])}
      {slider("x", t("travellers.picture.across"), [0, 1])}
      {slider("y", t("travellers.picture.along"), [0, 1])}
    </>
  );
}

/** Handlers for dragging the picture, one pointer at a time. */
function useDrag(size: Size | undefined, framing: Framing, setFraming: (framing: Framing) => void) {
  const last = useRef<{ id: number; x: number; y: number }>(undefined);
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (last.current !== undefined) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      last.current = { id: event.pointerId, x: event.clientX, y: event.clientY };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const before = last.current;
      if (size === undefined || before?.id !== event.pointerId) return;
      const by = { x: event.clientX - before.x, y: event.clientY - before.y };
      last.current = { id: before.id, x: event.clientX, y: event.clientY };
      setFraming(dragged(size, framing, by, event.currentTarget.clientWidth));
    },
    onPointerUp: () => {
      last.current = undefined;
    },
    onPointerCancel: () => {
      last.current = undefined;
    },
  };
}

async function cutOut(image: HTMLImageElement, size: Size, framing: Framing): Promise<File | undefined> {
  const { left, top, width, height } = visibleArea(size, framing);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(Math.min(storedWidth, Math.max(width, 1)));
  canvas.height = Math.round(canvas.width / frameRatio);
  const context = canvas.getContext("2d");
  if (context === null) return undefined;
  context.drawImage(image, left, top, width, height, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", quality));
  return blob === null ? undefined : new File([blob], "picture.jpg", { type: "image/jpeg" });
}
