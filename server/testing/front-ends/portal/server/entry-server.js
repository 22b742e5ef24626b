/**
 * Stands in for the built portal: shows what it was given, its props as JSON. Its page for problems hydrates, the
 * others do not.
 */
export async function render({ site, page, props }) {
  const view = JSON.stringify({ site, page, props }).replaceAll('<', '\\u003c')
  return {
    head: `<title>${site.institution.short_name}: ${page}</title>`,
    body: `<main data-path="${encodeURI(site.path)}">${props.message ?? 'Welcome'}</main><template>${view}</template>`,
    hydrates: page === 'problem',
  }
}
