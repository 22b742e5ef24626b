SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.activity_codes (
    code text NOT NULL,
    name text NOT NULL
);
CREATE TABLE public.affinities (
    affinity_code text NOT NULL,
    name text NOT NULL,
    category text NOT NULL,
    CONSTRAINT affinities_category_check CHECK ((category = ANY (ARRAY['Athletics'::text, 'Campus Life'::text, 'Geographic'::text, 'Greek Life'::text, 'Instrumental Ensembles'::text, 'Post Graduation'::text, 'Spiritual Life'::text, 'Vocal Ensembles'::text])))
);
CREATE TABLE public.agenda_jobs (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name character varying(255) NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    next_run_at timestamp with time zone,
    type character varying(10) DEFAULT 'normal'::character varying NOT NULL,
    locked_at timestamp with time zone,
    last_finished_at timestamp with time zone,
    failed_at timestamp with time zone,
    fail_count integer,
    fail_reason text,
    repeat_timezone character varying(100),
    last_run_at timestamp with time zone,
    repeat_interval character varying(255),
    data jsonb DEFAULT '{}'::jsonb,
    repeat_at character varying(255),
    disabled boolean DEFAULT false,
    progress real,
    fork boolean DEFAULT false,
    last_modified_by character varying(255),
    debounce_started_at timestamp with time zone,
    start_date timestamp with time zone,
    end_date timestamp with time zone,
    skip_days jsonb,
    created_at timestamp with time zone DEFAULT now(),
    updated_at timestamp with time zone DEFAULT now(),
    CONSTRAINT agenda_jobs_type_check CHECK (type in ('normal', 'single'))
);
CREATE TABLE public.alumni (
    id bigint NOT NULL,
    buid text NOT NULL,
    contact_id text,
    crm_id text,
    prefix text,
    first_name text,
    middle_name text,
    last_name text,
    suffix text,
    preferred_name text,
    former_last_name text,
    primary_email text,
    personal_email text,
    work_email text,
    school_email text,
    other_email text,
    mobile_phone text,
    home_phone text,
    street text,
    city text,
    state text,
    postal_code text,
    country text,
    deceased boolean DEFAULT false NOT NULL,
    do_not_contact boolean DEFAULT false NOT NULL,
    do_not_email boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT alumni_buid_check CHECK ((buid ~ '^B[0-9]{8}$'::text)),
    CONSTRAINT alumni_contact_id_check CHECK ((contact_id ~ '^C-[0-9]{9}$'::text)),
    CONSTRAINT alumni_crm_id_check CHECK ((length(crm_id) = 15))
);
COMMENT ON COLUMN public.alumni.crm_id IS 'The first 15 characters of the CRM''s id; case-sensitive, never folded; two alumni may share one';
CREATE TABLE public.alumni_affinities (
    buid text NOT NULL,
    affinity_code text NOT NULL
);
ALTER TABLE public.alumni ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.alumni_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.audit_entries (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    staff_user_id bigint,
    action text NOT NULL,
    subject text NOT NULL,
    detail jsonb DEFAULT '{}'::jsonb NOT NULL
);
ALTER TABLE public.audit_entries ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.audit_entries_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.colleges (
    code text NOT NULL,
    name text NOT NULL
);
CREATE TABLE public.contact_import_batches (
    id bigint NOT NULL,
    type text NOT NULL,
    status text NOT NULL,
    imported_by_id bigint NOT NULL,
    file_name text NOT NULL,
    file_size bigint NOT NULL,
    file_key text NOT NULL,
    encoding text NOT NULL,
    manifest_key text,
    columns jsonb DEFAULT '[]'::jsonb NOT NULL,
    unknown_columns jsonb DEFAULT '[]'::jsonb NOT NULL,
    refused_columns jsonb DEFAULT '[]'::jsonb NOT NULL,
    phase text DEFAULT 'scanning'::text NOT NULL,
    done integer DEFAULT 0 NOT NULL,
    total integer DEFAULT 0 NOT NULL,
    next_row integer DEFAULT 0 NOT NULL,
    next_byte bigint DEFAULT 0 NOT NULL,
    counts jsonb,
    results jsonb,
    confirmed_deletes integer,
    error text,
    fence integer DEFAULT 0 NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    finished_at timestamp with time zone,
    CONSTRAINT contact_import_batches_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'scanning'::text, 'review'::text, 'running'::text, 'completed'::text, 'failed'::text, 'cancelled'::text]))),
    CONSTRAINT contact_import_batches_type_check CHECK ((type = ANY (ARRAY['contacts'::text, 'educations'::text, 'areas-of-study'::text, 'employment'::text])))
);
COMMENT ON COLUMN public.contact_import_batches.next_row IS 'Rows of the manifest applied so far; next_byte is where the next one begins';
COMMENT ON COLUMN public.contact_import_batches.fence IS 'Raised by each job that takes the batch; a job that holds an older one writes nothing';
ALTER TABLE public.contact_import_batches ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.contact_import_batches_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.crm_conflicts (
    id bigint NOT NULL,
    batch_id bigint NOT NULL,
    change_id bigint,
    buid text NOT NULL,
    field text NOT NULL,
    ours text,
    theirs text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    resolution text,
    resolved_at timestamp with time zone,
    resolved_by_id bigint,
    CONSTRAINT crm_conflicts_resolution_check CHECK ((resolution = ANY (ARRAY['ours'::text, 'theirs'::text])))
);
ALTER TABLE public.crm_conflicts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.crm_conflicts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.crm_data_changes (
    id bigint NOT NULL,
    buid text NOT NULL,
    field text NOT NULL,
    before text,
    after text,
    status text DEFAULT 'pending'::text NOT NULL,
    made_by text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    exported_at timestamp with time zone,
    export_batch_id bigint,
    verified_at timestamp with time zone,
    verified_by_batch_id bigint,
    CONSTRAINT crm_data_changes_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'exported'::text, 'verified'::text])))
);
ALTER TABLE public.crm_data_changes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.crm_data_changes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.crm_data_export_batches (
    id bigint NOT NULL,
    exported_by_id bigint NOT NULL,
    exported_at timestamp with time zone DEFAULT now() NOT NULL,
    change_count integer NOT NULL,
    undone_at timestamp with time zone,
    undone_by_id bigint
);
ALTER TABLE public.crm_data_export_batches ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.crm_data_export_batches_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.education_import_batches (
    id bigint NOT NULL,
    type text NOT NULL,
    status text NOT NULL,
    imported_by_id bigint NOT NULL,
    file_name text NOT NULL,
    file_size bigint NOT NULL,
    file_key text NOT NULL,
    encoding text NOT NULL,
    manifest_key text,
    columns jsonb DEFAULT '[]'::jsonb NOT NULL,
    unknown_columns jsonb DEFAULT '[]'::jsonb NOT NULL,
    refused_columns jsonb DEFAULT '[]'::jsonb NOT NULL,
    phase text DEFAULT 'scanning'::text NOT NULL,
    done integer DEFAULT 0 NOT NULL,
    total integer DEFAULT 0 NOT NULL,
    next_row integer DEFAULT 0 NOT NULL,
    next_byte bigint DEFAULT 0 NOT NULL,
    counts jsonb,
    results jsonb,
    confirmed_deletes integer,
    error text,
    fence integer DEFAULT 0 NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    finished_at timestamp with time zone,
    CONSTRAINT education_import_batches_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'scanning'::text, 'review'::text, 'running'::text, 'completed'::text, 'failed'::text, 'cancelled'::text]))),
    CONSTRAINT education_import_batches_type_check CHECK ((type = ANY (ARRAY['contacts'::text, 'educations'::text, 'areas-of-study'::text, 'employment'::text])))
);
COMMENT ON COLUMN public.education_import_batches.next_row IS 'Rows of the manifest applied so far; next_byte is where the next one begins';
COMMENT ON COLUMN public.education_import_batches.fence IS 'Raised by each job that takes the batch; a job that holds an older one writes nothing';
ALTER TABLE public.education_import_batches ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.education_import_batches_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.educations (
    id bigint NOT NULL,
    buid text NOT NULL,
    kind text NOT NULL,
    area_type text,
    degree_code text,
    degree_date date,
    major_code text,
    major_desc text,
    college_code text,
    college_name text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT educations_kind_check CHECK ((kind = ANY (ARRAY['degree'::text, 'area_of_study'::text])))
);
ALTER TABLE public.educations ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.educations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.employment_import_batches (
    id bigint NOT NULL,
    type text NOT NULL,
    status text NOT NULL,
    imported_by_id bigint NOT NULL,
    file_name text NOT NULL,
    file_size bigint NOT NULL,
    file_key text NOT NULL,
    encoding text NOT NULL,
    manifest_key text,
    columns jsonb DEFAULT '[]'::jsonb NOT NULL,
    unknown_columns jsonb DEFAULT '[]'::jsonb NOT NULL,
    refused_columns jsonb DEFAULT '[]'::jsonb NOT NULL,
    phase text DEFAULT 'scanning'::text NOT NULL,
    done integer DEFAULT 0 NOT NULL,
    total integer DEFAULT 0 NOT NULL,
    next_row integer DEFAULT 0 NOT NULL,
    next_byte bigint DEFAULT 0 NOT NULL,
    counts jsonb,
    results jsonb,
    confirmed_deletes integer,
    error text,
    fence integer DEFAULT 0 NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    finished_at timestamp with time zone,
    CONSTRAINT employment_import_batches_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'scanning'::text, 'review'::text, 'running'::text, 'completed'::text, 'failed'::text, 'cancelled'::text]))),
    CONSTRAINT employment_import_batches_type_check CHECK ((type = ANY (ARRAY['contacts'::text, 'educations'::text, 'areas-of-study'::text, 'employment'::text])))
);
COMMENT ON COLUMN public.employment_import_batches.next_row IS 'Rows of the manifest applied so far; next_byte is where the next one begins';
COMMENT ON COLUMN public.employment_import_batches.fence IS 'Raised by each job that takes the batch; a job that holds an older one writes nothing';
ALTER TABLE public.employment_import_batches ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.employment_import_batches_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.employment_import_kept (
    batch_id bigint NOT NULL,
    employment_id bigint NOT NULL
);
COMMENT ON TABLE public.employment_import_kept IS 'Employment records that the file of a batch contains; all others are deleted at its end';
CREATE TABLE public.employments (
    id bigint NOT NULL,
    buid text NOT NULL,
    employer text NOT NULL,
    job_title text,
    start_date date,
    end_date date,
    current boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE public.employments ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.employments_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.engagements (
    id bigint NOT NULL,
    buid text NOT NULL,
    activity_code text NOT NULL,
    engagement_date date NOT NULL,
    description text,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE public.engagements ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.engagements_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.import_column_aliases (
    type text NOT NULL,
    header text NOT NULL,
    field text NOT NULL,
    assigned_by_id bigint NOT NULL,
    assigned_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.import_row_results (
    type text NOT NULL,
    batch_id bigint NOT NULL,
    line integer NOT NULL,
    outcome text NOT NULL,
    reason text,
    note text NOT NULL,
    changes jsonb DEFAULT '[]'::jsonb NOT NULL
);
COMMENT ON TABLE public.import_row_results IS 'Rows whose result differs from the review, because the data moved in between';
CREATE TABLE public.job_outbox (
    id bigint NOT NULL,
    name text NOT NULL,
    data jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
COMMENT ON TABLE public.job_outbox IS 'Jobs for a queue outside this database, written with the change that asks for them and relayed after it';
ALTER TABLE public.job_outbox ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.job_outbox_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.majors (
    major_code text NOT NULL,
    major_desc text NOT NULL,
    dept text NOT NULL,
    dept_desc text NOT NULL,
    college_code text NOT NULL,
    active boolean DEFAULT true NOT NULL
);
CREATE TABLE public.password_resets (
    id bigint NOT NULL,
    token_hash text NOT NULL,
    user_id bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone
);
ALTER TABLE public.password_resets ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.password_resets_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.record_changes (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    buid text NOT NULL,
    record text NOT NULL,
    record_id bigint NOT NULL,
    deed text NOT NULL,
    fields jsonb NOT NULL,
    import_type text,
    import_batch_id bigint,
    staff_user_id bigint,
    CONSTRAINT record_changes_deed_check CHECK ((deed = ANY (ARRAY['created'::text, 'changed'::text, 'deleted'::text]))),
    CONSTRAINT record_changes_record_check CHECK ((record = ANY (ARRAY['alumnus'::text, 'education'::text, 'employment'::text])))
);
COMMENT ON COLUMN public.record_changes.fields IS 'Field name to [before, after]; null is no value';
ALTER TABLE public.record_changes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.record_changes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.schema_migrations (
    id integer NOT NULL,
    name character varying(255) NOT NULL,
    executed_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP(6) NOT NULL
);
CREATE SEQUENCE public.schema_migrations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.schema_migrations_id_seq OWNED BY public.schema_migrations.id;
CREATE TABLE public.staff_sessions (
    id bigint NOT NULL,
    token_hash text NOT NULL,
    user_id bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    used_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE public.staff_sessions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.staff_sessions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.staff_users (
    id bigint NOT NULL,
    email text NOT NULL,
    name text NOT NULL,
    role text NOT NULL,
    password_hash text,
    is_active boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT staff_users_email_check CHECK ((email = lower(email))),
    CONSTRAINT staff_users_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'staff'::text, 'admin'::text])))
);
ALTER TABLE public.staff_users ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.staff_users_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE ONLY public.schema_migrations ALTER COLUMN id SET DEFAULT nextval('public.schema_migrations_id_seq'::regclass);
INSERT INTO public.activity_codes VALUES ('gift', 'Gift');
INSERT INTO public.affinities VALUES ('CHOIR', 'University Choir', 'Vocal Ensembles');
INSERT INTO public.alumni OVERRIDING SYSTEM VALUE VALUES (1, 'B00000001', 'C-000000001', '0035e00000AbCdE', NULL, 'Margaret', NULL, 'O''Neil', NULL, 'Peggy', 'Jones', 'Peggy.ONeil@example.org', NULL, 'moneil@example.com', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, false, false, false, '2026-11-21 21:34:07.108012+00', '2026-11-21 21:34:07.108012+00');
INSERT INTO public.alumni OVERRIDING SYSTEM VALUE VALUES (2, 'B00000002', 'C-000000002', NULL, NULL, 'José', NULL, 'Álvarez', NULL, NULL, NULL, 'jose@example.org', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, false, false, false, '2026-11-21 21:34:07.108012+00', '2026-11-21 21:34:07.108012+00');
INSERT INTO public.alumni OVERRIDING SYSTEM VALUE VALUES (3, 'B00000003', NULL, NULL, NULL, 'Ann', NULL, 'Lee', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, true, false, false, '2026-11-21 21:34:07.108012+00', '2026-11-21 21:34:07.108012+00');
INSERT INTO public.alumni_affinities VALUES ('B00000001', 'CHOIR');
INSERT INTO public.colleges VALUES ('AS', 'Arts & Sciences');
INSERT INTO public.colleges VALUES ('BU', 'Business');
INSERT INTO public.contact_import_batches OVERRIDING SYSTEM VALUE VALUES (1, 'contacts', 'completed', 1, 'contacts.csv', 1000, 'x', 'utf-8', NULL, '[]', '[]', '[]', 'scanning', 0, 0, 0, 0, NULL, NULL, NULL, NULL, 0, 0, '2026-11-21 21:34:07.126274+00', '2026-11-21 21:34:07.126274+00', NULL);
INSERT INTO public.crm_data_changes OVERRIDING SYSTEM VALUE VALUES (1, 'B00000001', 'city', NULL, 'Boston', 'pending', 'staff', '2026-11-21 21:34:07.132095+00', NULL, NULL, NULL, NULL);
INSERT INTO public.educations OVERRIDING SYSTEM VALUE VALUES (1, 'B00000001', 'degree', NULL, 'BA', '1998-05-16', NULL, NULL, 'AS', NULL, '2026-11-21 21:34:07.112073+00', '2026-11-21 21:34:07.112073+00');
INSERT INTO public.educations OVERRIDING SYSTEM VALUE VALUES (2, 'B00000002', 'degree', NULL, 'BS', '2004-05-15', NULL, NULL, 'BU', NULL, '2026-11-21 21:34:07.112073+00', '2026-11-21 21:34:07.112073+00');
INSERT INTO public.employments OVERRIDING SYSTEM VALUE VALUES (1, 'B00000001', 'Example Press', 'Editor', '2010-01-04', NULL, true, '2026-11-21 21:34:07.114097+00', '2026-11-21 21:34:07.114097+00');
INSERT INTO public.engagements OVERRIDING SYSTEM VALUE VALUES (1, 'B00000001', 'gift', '2024-11-02', 'Annual fund', '2026-11-21 21:34:07.117656+00');
INSERT INTO public.engagements OVERRIDING SYSTEM VALUE VALUES (2, 'B00000002', 'event_attended', '2025-10-04', 'Homecoming', '2026-11-21 21:34:07.117656+00');
INSERT INTO public.majors VALUES ('HIST', 'History', 'HI', 'History', 'AS', true);
INSERT INTO public.record_changes OVERRIDING SYSTEM VALUE VALUES (1, '2026-11-21 21:34:07.128529+00', 'B00000001', 'alumnus', 1, 'changed', '{"city": [null, "Boston"]}', 'contacts', 1, NULL);
INSERT INTO public.schema_migrations VALUES (1, '2026-11-20-foundation', '2026-11-21 21:34:05.579623+00');
INSERT INTO public.schema_migrations VALUES (2, '2026-11-20-crm-pages', '2026-11-21 21:34:05.579623+00');
INSERT INTO public.staff_users OVERRIDING SYSTEM VALUE VALUES (1, 'admin@example.edu', 'Ada Admin', 'admin', NULL, true, '2026-11-21 21:34:07.120918+00', '2026-11-21 21:34:07.120918+00');
SELECT pg_catalog.setval('public.alumni_id_seq', 3, true);
SELECT pg_catalog.setval('public.audit_entries_id_seq', 1, false);
SELECT pg_catalog.setval('public.contact_import_batches_id_seq', 1, true);
SELECT pg_catalog.setval('public.crm_conflicts_id_seq', 1, false);
SELECT pg_catalog.setval('public.crm_data_changes_id_seq', 1, true);
SELECT pg_catalog.setval('public.crm_data_export_batches_id_seq', 1, false);
SELECT pg_catalog.setval('public.education_import_batches_id_seq', 1, false);
SELECT pg_catalog.setval('public.educations_id_seq', 2, true);
SELECT pg_catalog.setval('public.employment_import_batches_id_seq', 1, false);
SELECT pg_catalog.setval('public.employments_id_seq', 1, true);
SELECT pg_catalog.setval('public.engagements_id_seq', 2, true);
SELECT pg_catalog.setval('public.job_outbox_id_seq', 1, false);
SELECT pg_catalog.setval('public.password_resets_id_seq', 1, false);
SELECT pg_catalog.setval('public.record_changes_id_seq', 1, true);
SELECT pg_catalog.setval('public.schema_migrations_id_seq', 2, true);
SELECT pg_catalog.setval('public.staff_sessions_id_seq', 1, false);
SELECT pg_catalog.setval('public.staff_users_id_seq', 1, true);
ALTER TABLE ONLY public.activity_codes
    ADD CONSTRAINT activity_codes_pkey PRIMARY KEY (code);
ALTER TABLE ONLY public.affinities
    ADD CONSTRAINT affinities_pkey PRIMARY KEY (affinity_code);
ALTER TABLE ONLY public.agenda_jobs
    ADD CONSTRAINT agenda_jobs_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.alumni_affinities
    ADD CONSTRAINT alumni_affinities_pkey PRIMARY KEY (buid, affinity_code);
ALTER TABLE ONLY public.alumni
    ADD CONSTRAINT alumni_buid_key UNIQUE (buid);
ALTER TABLE ONLY public.alumni
    ADD CONSTRAINT alumni_contact_id_key UNIQUE (contact_id);
ALTER TABLE ONLY public.alumni
    ADD CONSTRAINT alumni_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.audit_entries
    ADD CONSTRAINT audit_entries_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.colleges
    ADD CONSTRAINT colleges_pkey PRIMARY KEY (code);
ALTER TABLE ONLY public.contact_import_batches
    ADD CONSTRAINT contact_import_batches_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.crm_conflicts
    ADD CONSTRAINT crm_conflicts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.crm_data_changes
    ADD CONSTRAINT crm_data_changes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.crm_data_export_batches
    ADD CONSTRAINT crm_data_export_batches_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.education_import_batches
    ADD CONSTRAINT education_import_batches_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.educations
    ADD CONSTRAINT educations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.employment_import_batches
    ADD CONSTRAINT employment_import_batches_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.employment_import_kept
    ADD CONSTRAINT employment_import_kept_pkey PRIMARY KEY (batch_id, employment_id);
ALTER TABLE ONLY public.employments
    ADD CONSTRAINT employments_key UNIQUE NULLS NOT DISTINCT (buid, employer, start_date);
ALTER TABLE ONLY public.employments
    ADD CONSTRAINT employments_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.engagements
    ADD CONSTRAINT engagements_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.import_column_aliases
    ADD CONSTRAINT import_column_aliases_pkey PRIMARY KEY (type, header);
ALTER TABLE ONLY public.import_row_results
    ADD CONSTRAINT import_row_results_pkey PRIMARY KEY (type, batch_id, line);
ALTER TABLE ONLY public.job_outbox
    ADD CONSTRAINT job_outbox_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.majors
    ADD CONSTRAINT majors_pkey PRIMARY KEY (major_code);
ALTER TABLE ONLY public.password_resets
    ADD CONSTRAINT password_resets_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.password_resets
    ADD CONSTRAINT password_resets_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY public.record_changes
    ADD CONSTRAINT record_changes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.staff_sessions
    ADD CONSTRAINT staff_sessions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.staff_sessions
    ADD CONSTRAINT staff_sessions_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY public.staff_users
    ADD CONSTRAINT staff_users_email_key UNIQUE (email);
ALTER TABLE ONLY public.staff_users
    ADD CONSTRAINT staff_users_pkey PRIMARY KEY (id);
CREATE INDEX affinities_category_idx ON public.affinities USING btree (category, name);
CREATE INDEX agenda_jobs_find_and_lock_idx ON public.agenda_jobs USING btree (name, next_run_at, priority DESC, locked_at, disabled) WHERE (disabled = false);
CREATE INDEX agenda_jobs_locked_at_idx ON public.agenda_jobs USING btree (locked_at) WHERE (locked_at IS NOT NULL);
CREATE INDEX agenda_jobs_next_run_at_idx ON public.agenda_jobs USING btree (next_run_at) WHERE (next_run_at IS NOT NULL);
CREATE UNIQUE INDEX agenda_jobs_single_job_idx ON public.agenda_jobs USING btree (name) WHERE ((type)::text = 'single'::text);
CREATE INDEX alumni_crm_id_idx ON public.alumni USING btree (crm_id);
CREATE INDEX audit_entries_subject_idx ON public.audit_entries USING btree (subject, id);
CREATE INDEX contact_import_batches_history_idx ON public.contact_import_batches USING btree (type, id DESC);
CREATE UNIQUE INDEX contact_import_batches_one_active ON public.contact_import_batches USING btree (type) WHERE (status = ANY (ARRAY['scanning'::text, 'review'::text, 'running'::text]));
CREATE INDEX crm_conflicts_batch_idx ON public.crm_conflicts USING btree (batch_id);
CREATE INDEX crm_conflicts_change_idx ON public.crm_conflicts USING btree (change_id);
CREATE INDEX crm_conflicts_field_idx ON public.crm_conflicts USING btree (buid, field);
CREATE UNIQUE INDEX crm_conflicts_open_key ON public.crm_conflicts USING btree (change_id) WHERE (resolved_at IS NULL);
CREATE INDEX crm_data_changes_export_idx ON public.crm_data_changes USING btree (export_batch_id);
CREATE INDEX crm_data_changes_open_idx ON public.crm_data_changes USING btree (buid, field) WHERE (status = ANY (ARRAY['pending'::text, 'exported'::text]));
CREATE INDEX crm_data_changes_status_idx ON public.crm_data_changes USING btree (status, id);
CREATE INDEX crm_data_changes_verified_idx ON public.crm_data_changes USING btree (verified_by_batch_id) WHERE (verified_by_batch_id IS NOT NULL);
CREATE INDEX education_import_batches_history_idx ON public.education_import_batches USING btree (type, id DESC);
CREATE UNIQUE INDEX education_import_batches_one_active ON public.education_import_batches USING btree (type) WHERE (status = ANY (ARRAY['scanning'::text, 'review'::text, 'running'::text]));
CREATE UNIQUE INDEX educations_area_key ON public.educations USING btree (buid, area_type, major_code) WHERE (kind = 'area_of_study'::text);
CREATE UNIQUE INDEX educations_degree_key ON public.educations USING btree (buid, degree_code, degree_date) WHERE (kind = 'degree'::text);
CREATE INDEX employment_import_batches_history_idx ON public.employment_import_batches USING btree (type, id DESC);
CREATE UNIQUE INDEX employment_import_batches_one_active ON public.employment_import_batches USING btree (type) WHERE (status = ANY (ARRAY['scanning'::text, 'review'::text, 'running'::text]));
CREATE INDEX engagements_buid_idx ON public.engagements USING btree (buid, engagement_date);
CREATE INDEX majors_college_idx ON public.majors USING btree (college_code, dept, major_desc);
CREATE INDEX password_resets_user_idx ON public.password_resets USING btree (user_id);
CREATE INDEX record_changes_buid_idx ON public.record_changes USING btree (buid, id);
CREATE INDEX staff_sessions_user_idx ON public.staff_sessions USING btree (user_id);
ALTER TABLE ONLY public.alumni_affinities
    ADD CONSTRAINT alumni_affinities_affinity_code_fkey FOREIGN KEY (affinity_code) REFERENCES public.affinities(affinity_code);
ALTER TABLE ONLY public.alumni_affinities
    ADD CONSTRAINT alumni_affinities_buid_fkey FOREIGN KEY (buid) REFERENCES public.alumni(buid);
ALTER TABLE ONLY public.audit_entries
    ADD CONSTRAINT audit_entries_staff_user_id_fkey FOREIGN KEY (staff_user_id) REFERENCES public.staff_users(id);
ALTER TABLE ONLY public.contact_import_batches
    ADD CONSTRAINT contact_import_batches_imported_by_id_fkey FOREIGN KEY (imported_by_id) REFERENCES public.staff_users(id);
ALTER TABLE ONLY public.crm_conflicts
    ADD CONSTRAINT crm_conflicts_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES public.contact_import_batches(id);
ALTER TABLE ONLY public.crm_conflicts
    ADD CONSTRAINT crm_conflicts_buid_fkey FOREIGN KEY (buid) REFERENCES public.alumni(buid);
ALTER TABLE ONLY public.crm_conflicts
    ADD CONSTRAINT crm_conflicts_change_id_fkey FOREIGN KEY (change_id) REFERENCES public.crm_data_changes(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.crm_conflicts
    ADD CONSTRAINT crm_conflicts_resolved_by_id_fkey FOREIGN KEY (resolved_by_id) REFERENCES public.staff_users(id);
ALTER TABLE ONLY public.crm_data_changes
    ADD CONSTRAINT crm_data_changes_buid_fkey FOREIGN KEY (buid) REFERENCES public.alumni(buid);
ALTER TABLE ONLY public.crm_data_changes
    ADD CONSTRAINT crm_data_changes_export_batch_id_fkey FOREIGN KEY (export_batch_id) REFERENCES public.crm_data_export_batches(id);
ALTER TABLE ONLY public.crm_data_changes
    ADD CONSTRAINT crm_data_changes_verified_by_batch_id_fkey FOREIGN KEY (verified_by_batch_id) REFERENCES public.contact_import_batches(id);
ALTER TABLE ONLY public.crm_data_export_batches
    ADD CONSTRAINT crm_data_export_batches_exported_by_id_fkey FOREIGN KEY (exported_by_id) REFERENCES public.staff_users(id);
ALTER TABLE ONLY public.crm_data_export_batches
    ADD CONSTRAINT crm_data_export_batches_undone_by_id_fkey FOREIGN KEY (undone_by_id) REFERENCES public.staff_users(id);
ALTER TABLE ONLY public.education_import_batches
    ADD CONSTRAINT education_import_batches_imported_by_id_fkey FOREIGN KEY (imported_by_id) REFERENCES public.staff_users(id);
ALTER TABLE ONLY public.educations
    ADD CONSTRAINT educations_buid_fkey FOREIGN KEY (buid) REFERENCES public.alumni(buid);
ALTER TABLE ONLY public.employment_import_batches
    ADD CONSTRAINT employment_import_batches_imported_by_id_fkey FOREIGN KEY (imported_by_id) REFERENCES public.staff_users(id);
ALTER TABLE ONLY public.employment_import_kept
    ADD CONSTRAINT employment_import_kept_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES public.employment_import_batches(id);
ALTER TABLE ONLY public.employments
    ADD CONSTRAINT employments_buid_fkey FOREIGN KEY (buid) REFERENCES public.alumni(buid);
ALTER TABLE ONLY public.engagements
    ADD CONSTRAINT engagements_buid_fkey FOREIGN KEY (buid) REFERENCES public.alumni(buid);
ALTER TABLE ONLY public.import_column_aliases
    ADD CONSTRAINT import_column_aliases_assigned_by_id_fkey FOREIGN KEY (assigned_by_id) REFERENCES public.staff_users(id);
ALTER TABLE ONLY public.majors
    ADD CONSTRAINT majors_college_code_fkey FOREIGN KEY (college_code) REFERENCES public.colleges(code);
ALTER TABLE ONLY public.password_resets
    ADD CONSTRAINT password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.staff_users(id);
ALTER TABLE ONLY public.record_changes
    ADD CONSTRAINT record_changes_staff_user_id_fkey FOREIGN KEY (staff_user_id) REFERENCES public.staff_users(id);
ALTER TABLE ONLY public.staff_sessions
    ADD CONSTRAINT staff_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.staff_users(id);
GRANT USAGE ON SCHEMA public TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.activity_codes TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.affinities TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.agenda_jobs TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.alumni TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.alumni_affinities TO alumni_app;
GRANT USAGE ON SEQUENCE public.alumni_id_seq TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.audit_entries TO alumni_app;
GRANT USAGE ON SEQUENCE public.audit_entries_id_seq TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.colleges TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.contact_import_batches TO alumni_app;
GRANT USAGE ON SEQUENCE public.contact_import_batches_id_seq TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.crm_conflicts TO alumni_app;
GRANT USAGE ON SEQUENCE public.crm_conflicts_id_seq TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.crm_data_changes TO alumni_app;
GRANT USAGE ON SEQUENCE public.crm_data_changes_id_seq TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.crm_data_export_batches TO alumni_app;
GRANT USAGE ON SEQUENCE public.crm_data_export_batches_id_seq TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.education_import_batches TO alumni_app;
GRANT USAGE ON SEQUENCE public.education_import_batches_id_seq TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.educations TO alumni_app;
GRANT USAGE ON SEQUENCE public.educations_id_seq TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.employment_import_batches TO alumni_app;
GRANT USAGE ON SEQUENCE public.employment_import_batches_id_seq TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.employment_import_kept TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.employments TO alumni_app;
GRANT USAGE ON SEQUENCE public.employments_id_seq TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.engagements TO alumni_app;
GRANT USAGE ON SEQUENCE public.engagements_id_seq TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.import_column_aliases TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.import_row_results TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.job_outbox TO alumni_app;
GRANT USAGE ON SEQUENCE public.job_outbox_id_seq TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.majors TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.password_resets TO alumni_app;
GRANT USAGE ON SEQUENCE public.password_resets_id_seq TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.record_changes TO alumni_app;
GRANT USAGE ON SEQUENCE public.record_changes_id_seq TO alumni_app;
GRANT SELECT ON TABLE public.schema_migrations TO alumni_app;
GRANT USAGE ON SEQUENCE public.schema_migrations_id_seq TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.staff_sessions TO alumni_app;
GRANT USAGE ON SEQUENCE public.staff_sessions_id_seq TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.staff_users TO alumni_app;
GRANT USAGE ON SEQUENCE public.staff_users_id_seq TO alumni_app;
