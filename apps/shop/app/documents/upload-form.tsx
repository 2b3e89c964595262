import { uploadMaxMegabytes } from "@guichet/contract/limits/file-limits.ts";
import { Button } from "@guichet/ui/button.tsx";
import { FileField } from "@guichet/ui/forms/file-field.tsx";
import { CameraIcon } from "@guichet/ui/more-icons.tsx";
import { ProgressBar } from "@guichet/ui/progress-bar.tsx";
import { type RefObject, useRef } from "react";
import { Form } from "react-router";
import { useFormats } from "../formats/formats.ts";
import { useChosenEarly } from "../forms/early-file-choice.ts";
import { useT } from "../texts/texts.tsx";
import { refusalsAhead, useRefusalText } from "../texts/use-refusal-text.ts";
import { type Upload, useUpload } from "./use-upload.ts";

interface UploadFormProps {
  /** Target of the form without script. */
  action: string;
  typeId: string;
  userId: string;
  label: string;
  /** Server error for a file sent without script. */
  error: string | undefined;
  /** Callback with the upload result: saved or refused. */
  settled: (kept: boolean) => void;
}

const accepted = "application/pdf,image/jpeg,image/png";
const megabyte = 1024 * 1024;

/** Form to choose a file or take a photo, preview it and upload it with progress; a plain form until the script has loaded. */
export function UploadForm({ action, typeId, userId, label, error, settled }: UploadFormProps) {
  const t = useT();
  const { upload, choose, send, stop } = useUpload({ type: typeId, for: userId }, settled);
  const refusal = useRefusalText(upload.step === "refused");
  const field = useChosenEarly(choose);
  const id = `document-${typeId}`;
  const file = "file" in upload ? upload.file : undefined;
  const wrong = upload.step === "refused" ? refusal(upload.code) : upload.step === "choosing" ? error : undefined;
  return (
    <Form
      method="post"
      action={action}
      encType="multipart/form-data"
      className="stack"
      data-gap="m"
      onFocus={refusalsAhead}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <input type="hidden" name="what" value="upload" />
      <input type="hidden" name="type" value={typeId} />
      <input type="hidden" name="for" value={userId} />
      <div role="status">
        {wrong && upload.step === "refused" && <span className="visually-hidden">{wrong}</span>}
        {upload.step === "chosen" && (
          <span className="visually-hidden">{t("documents.chosen", { name: upload.file.name })}</span>
        )}
      </div>
      {file === undefined ? (
        <FileChoice id={id} label={label} error={wrong} field={field} choose={choose} />
      ) : (
        <ChosenFile upload={upload} file={file} stop={stop} choose={choose} />
      )}
    </Form>
  );
}

interface FileChoiceProps {
  id: string;
  label: string;
  error: string | undefined;
  field: RefObject<HTMLInputElement | null>;
  choose: (file: File | undefined) => void;
}

/** File input and, on a phone, camera input. */
function FileChoice({ id, label, error, field, choose }: FileChoiceProps) {
  const t = useT();
  const camera = useRef<HTMLInputElement>(null);
  return (
    <>
      <FileField
        ref={field}
        id={id}
        name="document"
        label={label}
        hint={t("documents.upload.hint", { megabytes: uploadMaxMegabytes })}
        error={error}
        accept={accepted}
        onChange={({ currentTarget }) => choose(currentTarget.files?.[0])}
      />
      <div className="hidden pointer-coarse:block">
        <Button variant="quiet" type="button" icon={<CameraIcon size="s" />} onClick={() => camera.current?.click()}>
          {t("documents.camera")}
        </Button>
        <input
          ref={camera}
          className="visually-hidden"
          tabIndex={-1}
          aria-hidden="true"
          name="document"
          type="file"
          accept="image/jpeg,image/png"
          capture="environment"
          onChange={({ currentTarget }) => choose(currentTarget.files?.[0])}
        />
      </div>
      <noscript>
        <Button>{t("documents.send")}</Button>
      </noscript>
    </>
  );
}

interface ChosenFileProps {
  upload: Upload;
  file: File;
  stop: () => void;
  choose: (file: File | undefined) => void;
}

/** Preview of the chosen file, then upload progress. */
function ChosenFile({ upload, file, stop, choose }: ChosenFileProps) {
  const t = useT();
  const formats = useFormats();
  return (
    <div className="stack" data-gap="m">
      {"preview" in upload && upload.preview !== null && (
        <img src={upload.preview} alt={t("documents.preview")} className="max-h-64 w-auto self-start rounded" />
      )}
      <p>
        <bdi>{file.name}</bdi>{" "}
        <span className="soft small">
          {t("documents.size", {
            size: formats.number(Math.max(0.1, Math.round((file.size / megabyte) * 10) / 10)),
          })}
        </span>
      </p>
      {upload.step === "sending" ? (
        <>
          <ProgressBar label={t("documents.sending")} value={upload.share} />
          <Button type="button" variant="quiet" onClick={stop}>
            {t("documents.stop")}
          </Button>
        </>
      ) : (
        <div className="row">
          <Button variant="main">{t("documents.send")}</Button>
          <Button type="button" variant="quiet" onClick={() => choose(undefined)}>
            {t("documents.other-file")}
          </Button>
        </div>
      )}
    </div>
  );
}
