import { Button } from "@guichet/ui/button.tsx";
import { FileField } from "@guichet/ui/forms/file-field.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useT } from "../../shell/texts.tsx";
import { pixelsOf, pixelsOfFile, type ReadBarcode, startReader } from "./barcode-reader.ts";

/** How often a frame of the camera is read, and for how long the same code is not read again. */
const frameMs = 200;
const sameCodeMs = 5_000;

type Fault = "camera" | "no-code" | "picture";

/** Reads codes by the camera or in a picture; both need script, and the number can always be typed instead. */
export function Scanner({ onCode, isPaused }: { onCode: (text: string) => Promise<void>; isPaused: boolean }) {
  const t = useT();
  const read = useReader();
  const [isOn, setOn] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    setFault(null);
    const pixels = await pixelsOfFile(file);
    const text = pixels && (await read.current?.(pixels));
    if (text) return onCode(text);
    setFault(pixels === undefined ? "picture" : "no-code");
  };
  const fail = () => {
    setOn(false);
    setFault("camera");
  };
  return (
    <>
      {isOn && <Camera read={read} onCode={onCode} onFault={fail} isPaused={isPaused} />}
      {fault && (
        <Notice tone="bad" role="alert">
          {t(`ticket-checks.fault.${fault}`)}
        </Notice>
      )}
      <Button
        type="button"
        big
        onClick={() => {
          setFault(null);
          setOn(!isOn);
        }}
      >
        {t(isOn ? "ticket-checks.camera.stop" : "ticket-checks.camera.start")}
      </Button>
      <FileField
        label={t("ticket-checks.picture")}
        hint={t("ticket-checks.picture.hint")}
        name="picture"
        accept="image/*"
        onChange={({ currentTarget }) => {
          void choose(currentTarget.files?.[0]);
          // The same picture can be chosen again.
          currentTarget.value = "";
        }}
      />
    </>
  );
}

function useReader(): RefObject<ReadBarcode | null> {
  const read = useRef<ReadBarcode>(null);
  useEffect(() => {
    const reader = startReader();
    read.current = reader.read;
    return () => reader.stop();
  }, []);
  return read;
}

interface CameraProps {
  read: RefObject<ReadBarcode | null>;
  onCode: (text: string) => Promise<void>;
  onFault: () => void;
  /** While another check runs, for example one that was typed. */
  isPaused: boolean;
}

function Camera({ read, onCode, onFault, isPaused }: CameraProps) {
  const t = useT();
  const video = useRef<HTMLVideoElement>(null);
  const current = useRef({ onCode, onFault, isPaused });
  current.current = { onCode, onFault, isPaused };
  useEffect(() => {
    let stream: MediaStream | undefined;
    let isOver = false;
    const stop = () => {
      isOver = true;
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const start = async () => {
      stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: "environment", width: { ideal: 1280 } },
      });
      if (isOver || video.current === null) return stop();
      video.current.srcObject = stream;
      await video.current.play();
      let last = { text: "", at: 0 };
      while (!isOver) {
        const text = current.current.isPaused ? null : await codeInFrame(video.current, read.current);
        const isSame = text === last.text && Date.now() - last.at < sameCodeMs;
        // One at a time: the next code is read once this one has its result. Another check may have begun while the frame was read.
        if (text !== null && !isOver && !current.current.isPaused) {
          if (!isSame) await current.current.onCode(text);
          last = { text, at: Date.now() };
        }
        await new Promise((resolve) => setTimeout(resolve, frameMs));
      }
    };
    start().catch(() => {
      if (!isOver) current.current.onFault();
    });
    return stop;
  }, [read]);
  return <video ref={video} className="check-camera" playsInline muted aria-label={t("ticket-checks.camera")} />;
}

async function codeInFrame(video: HTMLVideoElement | null, read: ReadBarcode | null): Promise<string | null> {
  if (video === null || read === null || video.videoWidth === 0) return null;
  const pixels = pixelsOf(video, video.videoWidth, video.videoHeight);
  return pixels === undefined ? null : read(pixels);
}
