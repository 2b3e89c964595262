import type { CatalogueFault } from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import { TextLink } from "@guichet/ui/link.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { useNetwork } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";
import { itemAt } from "./fault-place.ts";
import { fieldHref } from "./item-kinds.ts";

interface DraftFaultsProps {
  draftId: string;
  faults: readonly CatalogueFault[];
  warnings: readonly CatalogueFault[];
}

/** What an import of the changed catalogue would report, each with a link to its item. The reports are in English. */
export function DraftFaults({ draftId, faults, warnings }: DraftFaultsProps) {
  const t = useT();
  return (
    <>
      {faults.length > 0 && (
        <Notice tone="bad" title={t("catalogue.faults", { count: faults.length })}>
          <FaultList draftId={draftId} faults={faults} />
        </Notice>
      )}
      {warnings.length > 0 && (
        <Notice tone="wait" title={t("catalogue.warnings", { count: warnings.length })}>
          <FaultList draftId={draftId} faults={warnings} />
        </Notice>
      )}
    </>
  );
}

function FaultList({ draftId, faults }: { draftId: string; faults: readonly CatalogueFault[] }) {
  const network = useNetwork();
  return (
    <ul className="catalogue-faults">
      {faults.map(({ file, path, message }) => {
        const at = itemAt(file, path);
        const place = at && { network: network.id, draft: draftId, kind: at.kind };
        return (
          <li key={`${file} ${path} ${message}`}>
            {at === undefined || place === undefined ? (
              <code>
                {file} {path}
              </code>
            ) : (
              <TextLink href={fieldHref(place, at.itemId, at.key)}>
                <code>{path || file}</code>
              </TextLink>
            )}{" "}
            <span lang="en">{message}</span>
          </li>
        );
      })}
    </ul>
  );
}
