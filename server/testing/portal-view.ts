import type { PortalPage, PortalSite, PropsOf } from '@alumni/shared/portal'
import type { LightMyRequestResponse as Response } from 'fastify'

export function viewOf(reply: Response): { page: string; props: Record<string, unknown>; site: PortalSite } {
  const [, json] = /<template>(.*?)<\/template>/s.exec(reply.body) ?? []
  if (!json) throw new Error(`No page of the portal: ${reply.statusCode} ${reply.body.slice(0, 300)}`)
  return JSON.parse(json) as ReturnType<typeof viewOf>
}

export function propsOf<Page extends PortalPage>(reply: Response, page: Page): PropsOf<Page> {
  const view = viewOf(reply)
  if (view.page !== page.name) throw new Error(`This is ${view.page}, not ${page.name}: ${reply.statusCode}`)
  return page.props.parse(view.props) as PropsOf<Page>
}
