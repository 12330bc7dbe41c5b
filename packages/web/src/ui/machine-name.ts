/** A machine where it is chosen: by the name that commands, the log and the policy use, and what people call it. */
export const machineName = ({ slug, label }: { readonly slug: string; readonly label: string }): string =>
  label === slug ? slug : `${slug} (${label})`;
