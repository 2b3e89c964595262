import type { ReactNode } from "react";
import { Count } from "./count.tsx";

type ReceiptProps = { id: string; title: string; count?: { value: number; label: string }; children: ReactNode };

/** A receipt: lines, a total and the final button, with a scalloped foot. */
export function Receipt({ id, title, count, children }: ReceiptProps) {
  return (
    <div className="receipt-shade">
      <section className="receipt" aria-labelledby={id}>
        <div className="row" data-ends="">
          <h2 id={id}>{title}</h2>
          {count && (
            <p>
              <Count {...count} />
            </p>
          )}
        </div>
        {children}
      </section>
    </div>
  );
}
