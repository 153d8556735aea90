CREATE TABLE "contract_seal" (
	"merchant_id" integer NOT NULL,
	"version" integer NOT NULL,
	"file_id" integer,
	"set_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contract_seal_merchant_id_version_pk" PRIMARY KEY("merchant_id","version"),
	CONSTRAINT "contract_seal_version_positive" CHECK ("contract_seal"."version" > 0)
);
--> statement-breakpoint
ALTER TABLE "merchant_file" DROP CONSTRAINT "merchant_file_kind_known";--> statement-breakpoint
ALTER TABLE "contract" ADD COLUMN "is_seller_by_hand" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "contract_rule" ADD COLUMN "signer_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "contract_rule" ADD COLUMN "signer_phone" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "contract_rule" ADD COLUMN "remote_seal_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "contract_signature" ADD COLUMN "seal_file_id" integer;--> statement-breakpoint
ALTER TABLE "contract_seal" ADD CONSTRAINT "contract_seal_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_seal" ADD CONSTRAINT "contract_seal_file_id_merchant_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."merchant_file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contract_seal_file" ON "contract_seal" USING btree ("file_id");--> statement-breakpoint
ALTER TABLE "contract_signature" ADD CONSTRAINT "contract_signature_seal_file_id_merchant_file_id_fk" FOREIGN KEY ("seal_file_id") REFERENCES "public"."merchant_file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contract_signature_seal" ON "contract_signature" USING btree ("seal_file_id");--> statement-breakpoint
ALTER TABLE "merchant_file" ADD CONSTRAINT "merchant_file_kind_known" CHECK ("merchant_file"."kind" in ('test_report', 'seal', 'onboarding', 'licence', 'contract_seal'));--> statement-breakpoint
CREATE TRIGGER contract_seal_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.contract_seal
  FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();
--> statement-breakpoint
DROP TRIGGER contract_signature_fixed ON public.contract_signature;
--> statement-breakpoint
CREATE TRIGGER contract_signature_fixed
  BEFORE UPDATE OF contract_id, side, party, signer, role, authority, body_hash, seal_file_id, read_from, read_to, signed_at
  OR DELETE OR TRUNCATE
  ON public.contract_signature FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_rewriting();
