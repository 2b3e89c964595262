import { cardPhotoMinHeight, cardPhotoMinWidth } from "@guichet/contract/limits/file-limits.ts";

/** A picture behind a frame: what of it is seen. Places go from 0 (left, top) to 1 (right, bottom). */
export interface Framing {
  x: number;
  y: number;
  /** 1: as much of the picture as the frame can show. */
  zoom: number;
}

export interface Size {
  width: number;
  height: number;
}

/** The shape of a picture on a card. */
export const frameRatio = 3 / 4;
const zoomLimit = 4;

/** Has a picture as many pixels as a card needs, behind a frame of 3 to 4? */
export const isLargeEnough = (picture: Size): boolean =>
  picture.width >= cardPhotoMinWidth && picture.height >= cardPhotoMinHeight;

/** How far a picture can be zoomed: what the frame shows of it still has the pixels that a card needs. */
export const zoomMaxOf = (picture: Size): number =>
  within(
    1,
    Math.min(wholePart(picture).width / cardPhotoMinWidth, wholePart(picture).height / cardPhotoMinHeight),
    zoomLimit,
  );

export const centred: Framing = { x: 0.5, y: 0.4, zoom: 1 };

/** The part of a picture that a frame of 3 to 4 shows, in the picture's own pixels; never beyond its edges. */
export function seenPart(picture: Size, { x, y, zoom }: Framing): { left: number; top: number } & Size {
  const whole = wholePart(picture);
  const zoomed = within(1, zoom, zoomMaxOf(picture));
  const size = { width: whole.width / zoomed, height: whole.height / zoomed };
  return {
    ...size,
    left: (picture.width - size.width) * within(0, x, 1),
    top: (picture.height - size.height) * within(0, y, 1),
  };
}

/** As much of a picture as the frame can show. */
function wholePart({ width, height }: Size): Size {
  return width / height > frameRatio ? { width: height * frameRatio, height } : { width, height: width / frameRatio };
}

/** The framing after the picture was drawn along by some pixels of a frame of this width. */
export function dragged(picture: Size, framing: Framing, by: { x: number; y: number }, frameWidth: number): Framing {
  const seen = seenPart(picture, framing);
  const scale = seen.width / frameWidth;
  const room = { x: picture.width - seen.width, y: picture.height - seen.height };
  const moved = (place: number, pixels: number, free: number) =>
    free < 1 ? place : within(0, place - (pixels * scale) / free, 1);
  return { ...framing, x: moved(framing.x, by.x, room.x), y: moved(framing.y, by.y, room.y) };
}

/** How the picture lies behind the frame, in shares of the frame's width and height. */
export function laid(picture: Size, framing: Framing): { left: number; top: number; width: number; height: number } {
  const seen = seenPart(picture, framing);
  return {
    left: -seen.left / seen.width,
    top: -seen.top / seen.height,
    width: picture.width / seen.width,
    height: picture.height / seen.height,
  };
}

const within = (least: number, value: number, most: number): number => Math.min(Math.max(value, least), most);
