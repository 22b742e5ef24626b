/** Stands in for the built portal: shows what it was given. */
export async function render({ institution, path, page }) {
  return {
    head: `<title>${institution.short_name}: ${page.name}</title>`,
    body: `<main data-path="${encodeURI(path)}">${page.message ?? 'Welcome'}</main>`,
  }
}
