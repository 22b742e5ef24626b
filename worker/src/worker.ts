import {
  openWorkerContext,
  reportProcess,
  runBackup,
  runJobs,
  type JobTiming,
  applyImport,
  sendEndings,
  composers,
  deleteMistypedSignup,
  drillBackup,
  enqueue,
  importRetriesMs,
  readJobMetrics,
  eraseDeletedSignups,
  findDuplicates,
  runDeferredMigrations,
  deleteOldEmailChanges,
  deleteOldLetters,
  judgeConditions,
  letterRetriesMs,
  MailFailed,
  Outages,
  pruneIdentity,
  remindAttendees,
  scanImport,
  searchForLookAlikes,
  sendLetter,
  sweepGivingPreviews,
  sweepImportFiles,
  sweepPhotos,
  sendDueLetters,
  shouldReportIncidents,
  sendLimits,
  watchBackups,
  type JobKinds,
  type Mailer,
  type WorkerContext,
  withdrawAnswers,
} from '@alumni/server/worker'

/** Runs jobs until SIGTERM or SIGINT. `sendEverySeconds` overrides the configured interval for letters to lists. */
export async function startWorker(timing?: JobTiming, sendEverySeconds?: number): Promise<void> {
  const context = await openWorkerContext()
  const { db, log, monitor } = context
  const mail = new Outages<'mail'>({
    onFailure: (_, error) =>
      log.error({ job: 'send-letter', err: error }, 'the mail server takes no letters: they wait'),
    onRecovery: () => log.info({ job: 'send-letter' }, 'the mail server takes letters again'),
  })
  const mailer: Mailer = {
    async send(message) {
      try {
        await context.mailer.send(message)
        mail.reportSuccess('mail')
      } catch (error) {
        // Logs an outage only once, although every letter is retried many times.
        if (error instanceof MailFailed && error.isUnavailable) mail.reportFailure('mail', error, 'away')
        throw error
      }
    },
  }
  const kinds = jobKinds({ ...context, mailer }, sendEverySeconds ?? sendLimits(context.config).seconds)
  const running = await runJobs(
    context,
    kinds,
    (job, error) => {
      if (!(error instanceof MailFailed && error.isUnavailable))
        log.error({ job, err: error }, job in kinds ? 'a job failed' : 'jobs are not taken as they should be')
    },
    timing,
  )
  monitor.add(() => readJobMetrics(db, running.readState, Object.keys(kinds)))
  monitor.readiness.add({
    name: 'queue',
    check: running.readState,
    good: 'The queue answers, and jobs are taken.',
    bad: 'The queue does not answer: check MONGODB_URL where it is set, else the database.',
  })
  monitor.readiness.start()
  const report = reportProcess({
    ...context,
    program: 'worker',
    readQueue: running.readState,
  })
  log.info('the worker takes jobs')

  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    monitor.readiness.isDraining = true
    await report.stop()
    await running.stop()
    await context.close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop())
  process.on('disconnect', () => void stop())
}

function jobKinds(context: WorkerContext, sendEverySeconds: number): JobKinds {
  return {
    'scan-import': { run: (ref) => scanImport(context, ref), retriesAfterMs: importRetriesMs },
    'apply-import': {
      async run(ref, isStopping) {
        if ((await applyImport(context, ref, isStopping)) === 'paused') await enqueue(context.db, 'apply-import', ref)
      },
      retriesAfterMs: importRetriesMs,
    },
    'sweep-import-files': { run: () => sweepImportFiles(context), every: '1 day' },
    'sweep-photos': { run: () => sweepPhotos(context), every: '1 day' },
    'sweep-giving-previews': { run: () => sweepGivingPreviews(context.db), every: '1 hour' },
    'send-letter': { run: (ref) => sendLetter(context, composers, ref), retriesAfterMs: letterRetriesMs },
    'send-list-letters': {
      run: (_, isStopping) => sendDueLetters(context, composers, isStopping),
      every: `${sendEverySeconds} seconds`,
    },
    'prune-identity': { run: () => pruneIdentity(context), every: '1 day' },
    'remind-attendees': { run: () => remindAttendees(context), every: '1 hour' },
    'forget-letters': { run: () => deleteOldLetters(context), every: '1 day' },
    'forget-email-changes': { run: () => deleteOldEmailChanges(context.db), every: '1 day' },
    'finish-upgrade': {
      async run(_, isStopping) {
        const onWait = (reason: string) => context.log.warn({ reason }, 'the upgrade waits')
        if (context.config.MIGRATE_ON_START) await runDeferredMigrations(context.ownerUrl, { onWait, isStopping })
      },
      every: '1 minute',
    },
    'run-failed-again': { run: ({ name }, _, queue) => queue.runFailedAgain(name) },
    'prune-failed-jobs': { run: (_, __, queue) => queue.pruneFailed(), every: '1 day' },
    'find-signup-duplicates': { run: () => findDuplicates(context.db), every: '15 minutes' },
    'search-for-reports': { run: () => searchForLookAlikes(context.db), every: '1 hour' },
    'judge-conditions': {
      async run() {
        if (shouldReportIncidents(context.config)) await judgeConditions(context.db)
      },
      every: '1 minute',
    },
    'watch-backups': { run: () => watchBackups(context), every: '5 minutes' },
    'note-endings': { run: () => sendEndings(context) },
    'make-backup': { run: (data, isStopping) => runBackup(context, data, isStopping) },
    'drill-backup': { run: (_, isStopping) => drillBackup(context, isStopping) },
    'delete-mistyped-signup': { run: (data) => deleteMistypedSignup(context.db, data, withdrawAnswers) },
    'erase-deleted-signups': { run: () => eraseDeletedSignups(context.db), every: '1 day' },
  }
}
