CREATE TABLE "statement_answer" (
	"merchant_id" integer NOT NULL,
	"month" text NOT NULL,
	"state" text NOT NULL,
	"before" bigint NOT NULL,
	"sold" bigint NOT NULL,
	"refunded" bigint NOT NULL,
	"borne" bigint NOT NULL,
	"settled" bigint NOT NULL,
	"owed" bigint NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"claimed" bigint,
	"objected_by" text,
	"objected_at" timestamp with time zone,
	"answer" text DEFAULT '' NOT NULL,
	"answered_by" text,
	"answered_at" timestamp with time zone,
	"confirmed_by" text,
	"confirmed_at" timestamp with time zone,
	CONSTRAINT "statement_answer_merchant_id_month_pk" PRIMARY KEY("merchant_id","month"),
	CONSTRAINT "statement_answer_state_known" CHECK ("statement_answer"."state" in ('objected', 'answered', 'confirmed')),
	CONSTRAINT "statement_answer_month" CHECK ("statement_answer"."month" ~ '^\d{4}-(0[1-9]|1[0-2])$'),
	CONSTRAINT "statement_answer_foots" CHECK ("statement_answer"."before" + "statement_answer"."sold" - "statement_answer"."refunded" + "statement_answer"."borne" - "statement_answer"."settled" = "statement_answer"."owed"),
	CONSTRAINT "statement_answer_steps" CHECK (("statement_answer"."state" = 'confirmed') = ("statement_answer"."confirmed_at" is not null) and ("statement_answer"."state" <> 'objected' or "statement_answer"."objected_at" is not null)
        and ("statement_answer"."state" <> 'answered' or "statement_answer"."answered_at" is not null) and ("statement_answer"."answered_at" is null or "statement_answer"."objected_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "statement_answer" ADD CONSTRAINT "statement_answer_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "statement_answer_objected" ON "statement_answer" USING btree ("objected_at") WHERE state = 'objected';--> statement-breakpoint
-- Desks count the months to confirm and the objections to answer.
CREATE TRIGGER statement_answer_desk_insert AFTER INSERT ON public.statement_answer FOR EACH ROW
  EXECUTE FUNCTION public.announce_desk();
--> statement-breakpoint
CREATE TRIGGER statement_answer_desk_update AFTER UPDATE ON public.statement_answer FOR EACH ROW
  WHEN (old.state IS DISTINCT FROM new.state)
  EXECUTE FUNCTION public.announce_desk();
