import { cardPhotoMinHeight, cardPhotoMinWidth } from "@guichet/contract/limits/file-limits.ts";

/** The visible part of a picture behind a frame. Positions go from 0 (left, top) to 1 (right, bottom). */
export interface Framing {
  x: number;
  y: number;
  /** 1 shows as much of the picture as fits the frame. */
  zoom: number;
}

export interface Size {
  width: number;
  height: number;
}

/** The aspect ratio of a picture on a card. */
export const frameRatio = 3 / 4;
const zoomLimit = 4;

/** Whether a picture has enough pixels for a card, in a frame of 3 to 4. */
export const isLargeEnough = (picture: Size): boolean =>
  picture.width >= cardPhotoMinWidth && picture.height >= cardPhotoMinHeight;

/** The maximum zoom at which the visible part still has the pixels that a card needs. */
export const zoomMaxOf = (picture: Size): number =>
  within(
    1,
    Math.min(wholePart(picture).width / cardPhotoMinWidth, wholePart(picture).height / cardPhotoMinHeight),
    zoomLimit,
  );

export const centred: Framing = { x: 0.5, y: 0.4, zoom: 1 };

/** The part of a picture visible in a frame of 3 to 4, in picture pixels; never beyond the edges. */
export function visibleArea(picture: Size, { x, y, zoom }: Framing): { left: number; top: number } & Size {
  const whole = wholePart(picture);
  const zoomed = within(1, zoom, zoomMaxOf(picture));
  const size = { width: whole.width / zoomed, height: whole.height / zoomed };
  return {
    ...size,
    left: (picture.width - size.width) * within(0, x, 1),
    top: (picture.height - size.height) * within(0, y, 1),
  };
}

/** The size of the largest part that fits the frame. */
function wholePart({ width, height }: Size): Size {
  return width / height > frameRatio ? { width: height * frameRatio, height } : { width, height: width / frameRatio };
}

/** The framing after dragging the picture by some pixels of a frame of this width. */
export function dragged(picture: Size, framing: Framing, by: { x: number; y: number }, frameWidth: number): Framing {
  const seen = visibleArea(picture, framing);
  const scale = seen.width / frameWidth;
  const room = { x: picture.width - seen.width, y: picture.height - seen.height };
  const moved = (place: number, pixels: number, free: number) =>
    free < 1 ? place : within(0, place - (pixels * scale) / free, 1);
  return { ...framing, x: moved(framing.x, by.x, room.x), y: moved(framing.y, by.y, room.y) };
}

/** The position of the picture behind the frame, as fractions of the frame's width and height. */
export function laid(picture: Size, framing: Framing): { left: number; top: number; width: number; height: number } {
  const seen = visibleArea(picture, framing);
  return {
    left: -seen.left / seen.width,
    top: -seen.top / seen.height,
    width: picture.width / seen.width,
    height: picture.height / seen.height,
  };
}

const within = (least: number, value: number, most: number): number => Math.min(Math.max(value, least), most);
