/** Stands in for the built portal: shows what it was given. Its page for problems hydrates, the others do not. */
export async function render({ site, page, props }) {
  return {
    head: `<title>${site.institution.short_name}: ${page}</title>`,
    body: `<main data-path="${encodeURI(site.path)}">${props.message ?? 'Welcome'}</main>`,
    hydrates: page === 'problem',
  }
}
