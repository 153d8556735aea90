CREATE TABLE "contract" (
	"id" serial PRIMARY KEY NOT NULL,
	"no" text NOT NULL,
	"kind" text NOT NULL,
	"company_id" integer NOT NULL,
	"merchant_id" integer,
	"round" smallint NOT NULL,
	"template_id" integer NOT NULL,
	"fields" jsonb NOT NULL,
	"body" text NOT NULL,
	"body_hash" text NOT NULL,
	"state" text NOT NULL,
	"valid_from" date,
	"valid_to" date,
	"provider" text DEFAULT 'own' NOT NULL,
	"remote_no" text DEFAULT '' NOT NULL,
	"ask_at" timestamp with time zone,
	"file_digest" text DEFAULT '' NOT NULL,
	"sent_by" text DEFAULT '' NOT NULL,
	"signed_at" timestamp with time zone,
	"voided_at" timestamp with time zone,
	"void_reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contract_no_unique" UNIQUE("no"),
	CONSTRAINT "contract_round" UNIQUE NULLS NOT DISTINCT("company_id","merchant_id","kind","round"),
	CONSTRAINT "contract_kind_known" CHECK ("contract"."kind" in ('quality', 'purchase', 'platform')),
	CONSTRAINT "contract_state_known" CHECK ("contract"."state" in ('sent', 'half', 'signed', 'void')),
	CONSTRAINT "contract_provider_known" CHECK ("contract"."provider" in ('own', 'esign')),
	CONSTRAINT "contract_days_in_order" CHECK ("contract"."valid_from" <= "contract"."valid_to"),
	CONSTRAINT "contract_round_positive" CHECK ("contract"."round" > 0),
	CONSTRAINT "contract_signed" CHECK ("contract"."state" <> 'signed' or num_nulls("contract"."valid_from", "contract"."valid_to", "contract"."signed_at") = 0),
	CONSTRAINT "contract_voided" CHECK (("contract"."state" = 'void') = ("contract"."voided_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "contract_event" (
	"id" serial PRIMARY KEY NOT NULL,
	"contract_id" integer NOT NULL,
	"act" text NOT NULL,
	"actor" text NOT NULL,
	"who" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "contract_event_act_known" CHECK ("contract_event"."act" in ('send', 'sign', 'seal', 'hand_over', 'refuse', 'void', 'file')),
	CONSTRAINT "contract_event_actor_known" CHECK ("contract_event"."actor" in ('buyer', 'merchant', 'platform', 'provider', 'system'))
);
--> statement-breakpoint
CREATE TABLE "contract_rule" (
	"merchant_id" integer PRIMARY KEY NOT NULL,
	"asks" text NOT NULL,
	"step" text NOT NULL,
	"seals_itself" boolean DEFAULT true NOT NULL,
	"set_by" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "contract_rule_asks_known" CHECK ("contract_rule"."asks" in ('none', 'quality', 'both')),
	CONSTRAINT "contract_rule_step_known" CHECK ("contract_rule"."step" in ('add', 'order', 'pay')),
	CONSTRAINT "contract_rule_not_negative" CHECK ("contract_rule"."version" >= 0)
);
--> statement-breakpoint
CREATE TABLE "contract_signature" (
	"contract_id" integer NOT NULL,
	"side" text NOT NULL,
	"party" text NOT NULL,
	"signer" text NOT NULL,
	"role" text NOT NULL,
	"user_id" text,
	"authority" jsonb,
	"phone_tail" text DEFAULT '' NOT NULL,
	"client_address" text DEFAULT '' NOT NULL,
	"read_from" timestamp with time zone,
	"read_to" timestamp with time zone,
	"body_hash" text NOT NULL,
	"signed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "contract_signature_contract_id_side_pk" PRIMARY KEY("contract_id","side"),
	CONSTRAINT "contract_signature_side_known" CHECK ("contract_signature"."side" in ('buyer', 'seller')),
	CONSTRAINT "contract_signature_read_in_order" CHECK ("contract_signature"."read_from" <= "contract_signature"."read_to")
);
--> statement-breakpoint
CREATE TABLE "contract_template" (
	"id" serial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"version" integer NOT NULL,
	"body" text NOT NULL,
	"hash" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"published_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contract_template_version" UNIQUE("kind","version"),
	CONSTRAINT "contract_template_kind_known" CHECK ("contract_template"."kind" in ('quality', 'purchase', 'platform')),
	CONSTRAINT "contract_template_version_positive" CHECK ("contract_template"."version" > 0)
);
--> statement-breakpoint
CREATE TABLE "signing_key" (
	"name" text PRIMARY KEY NOT NULL,
	"private_key" text NOT NULL,
	"certificate" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "contract" ADD CONSTRAINT "contract_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract" ADD CONSTRAINT "contract_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract" ADD CONSTRAINT "contract_template_id_contract_template_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."contract_template"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_event" ADD CONSTRAINT "contract_event_contract_id_contract_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contract"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_rule" ADD CONSTRAINT "contract_rule_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_signature" ADD CONSTRAINT "contract_signature_contract_id_contract_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contract"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_signature" ADD CONSTRAINT "contract_signature_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "contract_one_open" ON "contract" USING btree ("company_id",coalesce(merchant_id, 0),"kind") WHERE state in ('sent', 'half');--> statement-breakpoint
CREATE INDEX "contract_merchant" ON "contract" USING btree ("merchant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "contract_created" ON "contract" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "contract_template_of" ON "contract" USING btree ("template_id");--> statement-breakpoint
CREATE INDEX "contract_ends" ON "contract" USING btree ("valid_to") WHERE state = 'signed';--> statement-breakpoint
CREATE INDEX "contract_to_ask" ON "contract" USING btree ("ask_at") WHERE ask_at is not null;--> statement-breakpoint
CREATE INDEX "contract_to_file" ON "contract" USING btree ("signed_at") WHERE state = 'signed' and file_digest = '';--> statement-breakpoint
CREATE INDEX "contract_digest" ON "contract" USING btree ("file_digest") WHERE file_digest <> '';--> statement-breakpoint
CREATE INDEX "contract_event_of" ON "contract_event" USING btree ("contract_id","id");--> statement-breakpoint
CREATE INDEX "contract_signature_user" ON "contract_signature" USING btree ("user_id");--> statement-breakpoint
CREATE TRIGGER contract_template_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.contract_template
  FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();
--> statement-breakpoint
CREATE TRIGGER contract_event_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.contract_event
  FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();
--> statement-breakpoint
CREATE TRIGGER contract_text_fixed
  BEFORE UPDATE OF no, kind, company_id, merchant_id, round, template_id, fields, body, body_hash OR DELETE OR TRUNCATE
  ON public.contract FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();
--> statement-breakpoint
CREATE TRIGGER contract_signature_fixed
  BEFORE UPDATE OF contract_id, side, party, signer, role, authority, body_hash, read_from, read_to, signed_at OR DELETE OR TRUNCATE
  ON public.contract_signature FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();
--> statement-breakpoint
CREATE TRIGGER contract_rule_announce_delete AFTER DELETE ON public.contract_rule REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('catalogue_changed', '', 'set_by', 'version', 'updated_at');
--> statement-breakpoint
CREATE TRIGGER contract_rule_announce_insert AFTER INSERT ON public.contract_rule REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('catalogue_changed', '', 'set_by', 'version', 'updated_at');
--> statement-breakpoint
CREATE TRIGGER contract_rule_announce_truncate AFTER TRUNCATE ON public.contract_rule FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('catalogue_changed', '', 'set_by', 'version', 'updated_at');
--> statement-breakpoint
CREATE TRIGGER contract_rule_announce_update AFTER UPDATE ON public.contract_rule REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.announce_rows('catalogue_changed', '', 'set_by', 'version', 'updated_at');
