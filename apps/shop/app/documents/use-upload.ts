import { uploadMaxBytes } from "@guichet/contract/limits/file-limits.ts";
import { useEffect, useRef, useState } from "react";
import { useHref, useRevalidator } from "react-router";
import { filePaths } from "../paths.ts";

export type Upload =
  | { step: "choosing" }
  | { step: "chosen"; file: File; preview: string | null }
  | { step: "sending"; file: File; preview: string | null; share: number }
  | { step: "refused"; code: string };

/** Upload timeout in milliseconds: ten megabytes take a while on a slow connection. */
const sendingMaxMs = 180_000;

/** Hook that previews and uploads one document with progress. */
export function useUpload(values: Readonly<Record<string, string>>, settled: (kept: boolean) => void) {
  const [upload, setUpload] = useState<Upload>({ step: "choosing" });
  const going = useRef<XMLHttpRequest>(null);
  const revalidator = useRevalidator();
  const action = useHref(filePaths.document);
  const preview = "preview" in upload ? upload.preview : null;
  useEffect(() => {
    if (preview === null) return;
    return () => URL.revokeObjectURL(preview);
  }, [preview]);
  useEffect(() => () => going.current?.abort(), []);

  const choose = (file: File | undefined) => {
    if (file === undefined) return setUpload({ step: "choosing" });
    if (file.size > uploadMaxBytes) return setUpload({ step: "refused", code: "FILE_TOO_LARGE" });
    const shown = ["image/jpeg", "image/png"].includes(file.type) ? URL.createObjectURL(file) : null;
    setUpload({ step: "chosen", file, preview: shown });
  };

  const send = () => {
    if (upload.step !== "chosen") return;
    const { file } = upload;
    const form = new FormData();
    for (const [name, value] of Object.entries(values)) form.set(name, value);
    form.set("document", file, file.name);
    const request = new XMLHttpRequest();
    going.current = request;
    request.open("POST", action);
    request.timeout = sendingMaxMs;
    request.upload.onprogress = ({ loaded, total }) =>
      setUpload((now) => (now.step === "sending" ? { ...now, share: total > 0 ? loaded / total : 0 } : now));
    request.onerror = () => setUpload({ step: "refused", code: "UNAVAILABLE" });
    request.ontimeout = request.onerror;
    request.onload = () => {
      const code = refusedWith(request);
      settled(code === undefined);
      if (code !== undefined) return setUpload({ step: "refused", code });
      setUpload({ step: "choosing" });
      void revalidator.revalidate();
    };
    setUpload({ ...upload, step: "sending", share: 0 });
    request.send(form);
  };

  const stop = () => {
    going.current?.abort();
    setUpload({ step: "choosing" });
  };

  return { upload, choose, send, stop };
}

/** Returns the error code of an upload; undefined if it succeeded. */
function refusedWith({ status, responseText }: XMLHttpRequest): string | undefined {
  try {
    const said: unknown = JSON.parse(responseText);
    if (typeof said === "object" && said !== null && "ok" in said) {
      if (said.ok === true) return undefined;
      if ("code" in said && typeof said.code === "string") return said.code;
    }
  } catch {
    // The response is not from the shop, for example from a proxy.
  }
  return status === 413 ? "FILE_TOO_LARGE" : "UNAVAILABLE";
}
