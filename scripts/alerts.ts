import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseNoOptions } from '../server/src/foundations/process/command-line.ts'
import { alerts, type Alert } from '../server/src/operations/checks/alerts.ts'
import { root } from './run-command.ts'

const file = join(root, 'ops/prometheus/alerts.yml')

if (import.meta.main) {
  parseNoOptions(
    'npm run alerts   writes the alerts of server/src/operations/checks/alerts.ts to ops/prometheus/alerts.yml',
  )
  writeFileSync(file, rulesForPrometheus())
}

/** Returns a sentence if the file for Prometheus differs from the declared alerts. */
export function staleRules(): string[] {
  return readFileSync(file, 'utf8') === rulesForPrometheus() ? [] : ['ops/prometheus/alerts.yml: npm run alerts']
}

function rulesForPrometheus(): string {
  return `# Made by \`npm run alerts\` from server/src/operations/checks/alerts.ts; a worker judges the same where there is no
# Prometheus. What wakes someone has the severity page, what waits for the morning ticket.
groups:
  - name: alumni
    rules:
${Object.entries<Alert>(alerts)
  .map(([name, alert]) => ruleOf(name, alert))
  .join('')}`
}

function ruleOf(name: string, alert: Alert): string {
  const { query, provided } = alert.figure
  const comparison = 'above' in alert ? `> ${alert.above}` : `< ${alert.below}`
  return `      - alert: ${name}
        expr: |-
          ${query} ${comparison}${provided ? `\n          and ${provided}` : ''}
        for: ${alert.minutes}m
        labels: { severity: ${alert.severity} }
        annotations:
          summary: '${alert.problem.replaceAll("'", "''")}'
          runbook: docs/runbook.md#${name.toLowerCase()}
`
}
