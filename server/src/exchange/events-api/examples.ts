const batch = {
  batch_id: 'homecoming-2026-10-03',
  source: 'Events app',
  engagements: [
    { buid: 'B00000001', activity_code: 'event_attended', engagement_date: '2026-10-03', description: 'Homecoming' },
    { buid: 'B00000004', activity_code: 'event_attended', engagement_date: '2026-10-03', description: 'Homecoming' },
  ],
}
const json = JSON.stringify(batch, null, 2)

export function buildExamples(url: string): { language: string; code: string }[] {
  const address = `${url}/api/v1/engagements/batch`
  return [
    {
      language: 'curl',
      code: `curl ${address} \\
  -H "Authorization: Bearer $ALUMNI_API_KEY" \\
  -H "Content-Type: application/json" \\
  --retry 5 --retry-all-errors \\
  -d '${json}'`,
    },
    {
      language: 'TypeScript',
      code: `const batch = ${json}

const reply = await fetch('${address}', {
  method: 'POST',
  headers: { authorization: \`Bearer \${process.env.ALUMNI_API_KEY}\`, 'content-type': 'application/json' },
  body: JSON.stringify(batch),
})
const answer = await reply.json()
if (!reply.ok) throw new Error(\`\${reply.status}: \${answer.error}\`)
for (const { index, error } of answer.errors) console.warn(batch.engagements[index], error)`,
    },
    {
      language: 'Python',
      code: `import os, requests

batch = ${json}

reply = requests.post(
    "${address}",
    headers={"Authorization": f"Bearer {os.environ['ALUMNI_API_KEY']}"},
    json=batch,
    timeout=60,
)
answer = reply.json()
if not reply.ok:
    raise RuntimeError(f"{reply.status_code}: {answer['error']}")
for row in answer["errors"]:
    print(batch["engagements"][row["index"]], row["error"])`,
    },
  ]
}

export const exampleReply = JSON.stringify(
  {
    status: 'processed',
    batch_id: batch.batch_id,
    received: 2,
    inserted: 1,
    failed: 1,
    errors: [{ index: 1, buid: 'B00000004', error: 'There is no alumnus with this buid.' }],
  },
  null,
  2,
)
