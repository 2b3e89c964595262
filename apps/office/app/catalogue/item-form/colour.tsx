/** A colour as its six digits, with a sample of it. */
export function Colour({ colour }: { colour: string }) {
  return (
    <span className="catalogue-colour">
      <Sample colour={colour} />
      <code translate="no">{colour}</code>
    </span>
  );
}

const Sample = ({ colour }: { colour: string }) => (
  <svg aria-hidden="true" width="20" height="20" className="catalogue-sample">
    <rect width="20" height="20" fill={colour} />
  </svg>
);
