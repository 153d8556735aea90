CREATE TABLE "member_invite" (
	"id" serial PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"role" text NOT NULL,
	"order_limit" bigint,
	"store_ids" integer[] DEFAULT '{}' NOT NULL,
	"invited_by" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"used_by" text,
	"revoked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "member_invite_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "member_invite_role_known" CHECK ("member_invite"."role" in ('owner', 'buyer', 'finance', 'receiver', 'viewer')),
	CONSTRAINT "member_invite_not_negative" CHECK ("member_invite"."order_limit" >= 0)
);
--> statement-breakpoint
CREATE TABLE "member_store" (
	"user_id" text NOT NULL,
	"company_id" integer NOT NULL,
	CONSTRAINT "member_store_user_id_company_id_pk" PRIMARY KEY("user_id","company_id")
);
--> statement-breakpoint
CREATE TABLE "person_seen" (
	"user_id" text PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session_end" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"ended_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "store_id" integer;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "inherits_papers" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "store_code" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "member_invite" ADD CONSTRAINT "member_invite_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_invite" ADD CONSTRAINT "member_invite_invited_by_user_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_store" ADD CONSTRAINT "member_store_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_store" ADD CONSTRAINT "member_store_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_seen" ADD CONSTRAINT "person_seen_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "member_invite_company" ON "member_invite" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "member_store_company" ON "member_store" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "session_end_at" ON "session_end" USING btree ("ended_at");
--> statement-breakpoint
-- When a person was here last: their logins, and what their sessions note of their use.
CREATE FUNCTION note_person_seen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO person_seen (user_id, seen_at) VALUES (NEW.user_id, NEW.updated_at)
  ON CONFLICT (user_id) DO UPDATE SET seen_at = excluded.seen_at WHERE person_seen.seen_at < excluded.seen_at;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER session_person_seen AFTER INSERT OR UPDATE OF updated_at ON session FOR EACH ROW
  EXECUTE FUNCTION note_person_seen();
--> statement-breakpoint
INSERT INTO person_seen (user_id, seen_at) SELECT user_id, max(updated_at) FROM session GROUP BY user_id
ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- Whoever was disabled hears so in the tab that is still open; of a token only its hash is kept.
CREATE OR REPLACE FUNCTION end_member_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.disabled_at IS NOT NULL THEN
      INSERT INTO session_end (token_hash, reason, ended_at)
      SELECT encode(sha256(convert_to(token, 'UTF8')), 'hex'), 'disabled', now() FROM session WHERE user_id = OLD.user_id
      ON CONFLICT DO NOTHING;
    END IF;
  END IF;
  DELETE FROM session WHERE user_id = OLD.user_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Another store is acted for: what a process keeps of the session is another account.
CREATE TRIGGER session_store_changed AFTER UPDATE OF store_id ON session FOR EACH ROW
  WHEN (NEW.store_id IS DISTINCT FROM OLD.store_id)
  EXECUTE FUNCTION session_changed();
--> statement-breakpoint
-- Which stores a person may act for belongs to their account.
CREATE FUNCTION announce_store_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('sessions_ended', coalesce(NEW.user_id, OLD.user_id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER member_store_followed AFTER INSERT OR DELETE ON member_store FOR EACH ROW
  EXECUTE FUNCTION announce_store_people();
--> statement-breakpoint
-- Lines of stores' carts stand apart and are found with the others: whatever reads, changes or deletes in cart_line does
-- so here too, also in a version that knows no stores. Columns, defaults and checks are inherited, keys are not.
CREATE TABLE "store_cart_line" (
	CONSTRAINT "store_cart_line_pkey" PRIMARY KEY ("id"),
	CONSTRAINT "store_cart_line_once" UNIQUE NULLS NOT DISTINCT("user_id","company_id","kind","goods_id","activity_id")
) INHERITS ("cart_line");
--> statement-breakpoint
ALTER TABLE "store_cart_line" ADD CONSTRAINT "store_cart_line_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_cart_line" ADD CONSTRAINT "store_cart_line_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_cart_line" ADD CONSTRAINT "store_cart_line_goods_id_goods_id_fk" FOREIGN KEY ("goods_id") REFERENCES "public"."goods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_cart_line" ADD CONSTRAINT "store_cart_line_activity_id_activity_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activity"("id") ON DELETE no action ON UPDATE no action;