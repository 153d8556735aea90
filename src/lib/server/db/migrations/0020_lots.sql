CREATE TABLE "line_lot" (
	"order_line_id" integer NOT NULL,
	"lot_id" integer NOT NULL,
	"pieces" integer NOT NULL,
	CONSTRAINT "line_lot_order_line_id_lot_id_pk" PRIMARY KEY("order_line_id","lot_id"),
	CONSTRAINT "line_lot_positive" CHECK ("line_lot"."pieces" > 0)
);
--> statement-breakpoint
CREATE TABLE "lot" (
	"id" serial PRIMARY KEY NOT NULL,
	"goods_id" integer NOT NULL,
	"lot_no" text NOT NULL,
	"produced_on" date NOT NULL,
	"expires_on" date NOT NULL,
	"on_hand" integer NOT NULL,
	"held" integer DEFAULT 0 NOT NULL,
	"recalled_at" timestamp with time zone,
	"recall_reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lot_once" UNIQUE("goods_id","lot_no"),
	CONSTRAINT "lot_pieces" CHECK ("lot"."held" >= 0 and "lot"."held" <= "lot"."on_hand"),
	CONSTRAINT "lot_named" CHECK ("lot"."lot_no" <> ''),
	CONSTRAINT "lot_days_in_order" CHECK ("lot"."produced_on" <= "lot"."expires_on")
);
--> statement-breakpoint
CREATE TABLE "lot_movement" (
	"id" serial PRIMARY KEY NOT NULL,
	"lot_id" integer NOT NULL,
	"kind" text NOT NULL,
	"pieces" integer NOT NULL,
	"ref" text NOT NULL,
	"actor" text NOT NULL,
	"actor_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lot_movement_once" UNIQUE("lot_id","kind","ref"),
	CONSTRAINT "lot_movement_kind_known" CHECK ("lot_movement"."kind" in ('put_in', 'shipped', 'short', 'counted', 'expired')),
	CONSTRAINT "lot_movement_actor_known" CHECK ("lot_movement"."actor" in ('buyer', 'merchant', 'platform', 'provider', 'system'))
);
--> statement-breakpoint
ALTER TABLE "line_lot" ADD CONSTRAINT "line_lot_order_line_id_order_line_id_fk" FOREIGN KEY ("order_line_id") REFERENCES "public"."order_line"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_lot" ADD CONSTRAINT "line_lot_lot_id_lot_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lot"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot" ADD CONSTRAINT "lot_goods_id_goods_id_fk" FOREIGN KEY ("goods_id") REFERENCES "public"."goods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot_movement" ADD CONSTRAINT "lot_movement_lot_id_lot_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lot"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "line_lot_lot" ON "line_lot" USING btree ("lot_id");
--> statement-breakpoint
CREATE TRIGGER lot_movement_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON lot_movement
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
