import { cardPhotoMinHeight, cardPhotoMinWidth, uploadMaxMegabytes } from "@guichet/contract/limits/file-limits.ts";
import { Button } from "@guichet/ui/button.tsx";
import { FileField } from "@guichet/ui/forms/file-field.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { useState } from "react";
import { Form, useNavigation, useSubmit } from "react-router";
import { useChosenEarly } from "../forms/early-file-choice.ts";
import type { SentBack } from "../forms/form-values.ts";
import { lazyPart } from "../page/lazy-part.tsx";
import { fileHref } from "../paths.ts";
import { refusalText } from "../texts/refusal-texts.ts";
import { useT } from "../texts/texts.tsx";
import type { PictureRefusal } from "./picture-crop.tsx";
import "./picture.css";

const PictureCrop = lazyPart(() => import("./picture-crop.tsx").then((part) => part.PictureCrop));

interface PictureViewProps {
  person: { userId: string; firstName: string; picture: string | null };
  answer: (SentBack & { what: string }) | undefined;
}

/** A person's picture: chosen or taken with the camera, cropped where there is script, uploaded unchanged without. */
export function PictureView({ person, answer }: PictureViewProps) {
  const t = useT();
  const submit = useSubmit();
  const { state, formData } = useNavigation();
  const [chosen, setChosen] = useState<File>();
  const [refusedHere, setRefusedHere] = useState<PictureRefusal>();
  const field = useChosenEarly(setChosen);
  const refused = answer?.what === "picture" ? answer.faults[0]?.code : undefined;
  const code = refusedHere ?? refused;
  const error = code && refusalText(t, code);
  const send = (picture: File) => {
    const form = new FormData();
    form.set("what", "picture");
    form.set("picture", picture);
    submit(form, { method: "post", encType: "multipart/form-data" });
  };
  return (
    <Sheet title={t("travellers.picture")} id="picture">
      {person.picture !== null && (
        <img
          className="picture"
          src={fileHref("picture", { person: person.userId, v: person.picture })}
          alt={t("travellers.picture.of", { name: person.firstName })}
          width={180}
          height={240}
        />
      )}
      <Form method="post" encType="multipart/form-data" className="stack">
        <input type="hidden" name="what" value="picture" />
        <FileField
          ref={field}
          name="picture"
          label={t(person.picture === null ? "travellers.picture.choose" : "travellers.picture.change")}
          hint={t("travellers.picture.hint", {
            width: cardPhotoMinWidth,
            height: cardPhotoMinHeight,
            megabytes: uploadMaxMegabytes,
          })}
          error={error}
          accept="image/jpeg,image/png"
          onChange={({ currentTarget: { files } }) => {
            setRefusedHere(undefined);
            setChosen(files?.[0]);
          }}
        />
        {chosen === undefined || refusedHere !== undefined ? (
          <Button big>{t("travellers.picture.send")}</Button>
        ) : (
          <PictureCrop
            file={chosen}
            busy={state !== "idle" && formData?.get("what") === "picture"}
            onCropped={send}
            onRefused={setRefusedHere}
          />
        )}
      </Form>
      {person.picture !== null && (
        <Form method="post">
          <input type="hidden" name="what" value="picture-removal" />
          <Button>{t("travellers.picture.remove")}</Button>
        </Form>
      )}
    </Sheet>
  );
}
