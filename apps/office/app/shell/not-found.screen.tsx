/** Throws 404 for an unknown path; the error page is shown. */
export function loader() {
  throw new Response(null, { status: 404 });
}

export default function NotFound() {
  return null;
}
