import { Button } from "@guichet/ui/button.tsx";
import { CameraIcon } from "@guichet/ui/more-icons.tsx";
import { LiveRegion } from "@guichet/ui/page/live-region.tsx";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { useT } from "../texts/texts.tsx";

interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
type DetectorKind = new (options: { formats: string[] }) => Detector;

const lookMs = 250;
const lookMostMs = 30_000;

/** The browser's built-in barcode detector; undefined where there is none, and the user enters the number. */
function browserDetector(): Detector | undefined {
  const kind = (globalThis as { BarcodeDetector?: DetectorKind }).BarcodeDetector;
  if (!kind || !navigator.mediaDevices) return undefined;
  try {
    return new kind({ formats: ["qr_code"] });
  } catch {
    return undefined;
  }
}

/** Reads a vignette with the camera and opens its address; gives up after half a minute. */
export function ScanVignette() {
  const t = useT();
  const [, setSearch] = useSearchParams();
  const video = useRef<HTMLVideoElement>(null);
  const [able, setAble] = useState(false);
  const [state, setState] = useState<"idle" | "looking" | "none">("idle");
  useEffect(() => setAble(browserDetector() !== undefined), []);
  useEffect(() => {
    if (state !== "looking") return;
    const reading = new AbortController();
    const read = async (payload: string) => {
      setState("idle");
      setSearch((search) => {
        search.set("vignette", payload.slice(0, 500));
        return search;
      });
    };
    void scan(video.current, reading.signal).then((found) => {
      if (reading.signal.aborted) return;
      if (found === undefined) setState("none");
      else void read(found);
    });
    return () => reading.abort();
  }, [state, setSearch]);
  if (!able) return null;
  return (
    <>
      {state === "looking" ? (
        <video ref={video} muted playsInline aria-label={t("wallet.use.scan")} className="w-full" />
      ) : (
        <Button type="button" icon={<CameraIcon size="s" />} onClick={() => setState("looking")}>
          {t("wallet.use.scan")}
        </Button>
      )}
      <LiveRegion>{state === "none" ? t("wallet.use.scan.none") : null}</LiveRegion>
    </>
  );
}

/** Resolves to the code that the camera reads; undefined: no camera, no permission, or time-out. */
async function scan(video: HTMLVideoElement | null, signal: AbortSignal): Promise<string | undefined> {
  const detector = browserDetector();
  if (!detector || !video) return undefined;
  let stream: MediaStream | undefined;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
    video.srcObject = stream;
    await video.play();
    for (let waited = 0; waited < lookMostMs && !signal.aborted; waited += lookMs) {
      const [code] = await detector.detect(video);
      if (code) return code.rawValue;
      await new Promise((next) => setTimeout(next, lookMs));
    }
    return undefined;
  } catch {
    return undefined;
  } finally {
    for (const track of stream?.getTracks() ?? []) track.stop();
  }
}
