CREATE TABLE "lot_import" (
	"id" serial PRIMARY KEY NOT NULL,
	"merchant_id" integer NOT NULL,
	"staff_id" integer NOT NULL,
	"made_by" text NOT NULL,
	"token" text NOT NULL,
	"file_name" text NOT NULL,
	"table_rows" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lot_import_once" UNIQUE("staff_id","token"),
	CONSTRAINT "lot_import_not_negative" CHECK ("lot_import"."table_rows" >= 0)
);
--> statement-breakpoint
CREATE TABLE "lot_import_row" (
	"id" serial PRIMARY KEY NOT NULL,
	"import_id" integer NOT NULL,
	"row" integer NOT NULL,
	"goods_id" integer NOT NULL,
	"lot_no" text NOT NULL,
	"produced_on" date NOT NULL,
	"expires_on" date NOT NULL,
	"pieces" integer NOT NULL,
	"doc" text NOT NULL,
	"state" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"move_id" integer,
	"done_at" timestamp with time zone NOT NULL,
	CONSTRAINT "lot_import_row_once" UNIQUE("import_id","row"),
	CONSTRAINT "lot_import_row_state_known" CHECK ("lot_import_row"."state" in ('in', 'done', 'failed')),
	CONSTRAINT "lot_import_row_not_negative" CHECK ("lot_import_row"."pieces" >= 0),
	CONSTRAINT "lot_import_row_moved" CHECK (("lot_import_row"."state" = 'in') = ("lot_import_row"."move_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "lot_import" ADD CONSTRAINT "lot_import_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot_import" ADD CONSTRAINT "lot_import_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot_import_row" ADD CONSTRAINT "lot_import_row_import_id_lot_import_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."lot_import"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot_import_row" ADD CONSTRAINT "lot_import_row_move_id_lot_movement_id_fk" FOREIGN KEY ("move_id") REFERENCES "public"."lot_movement"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lot_import_merchant" ON "lot_import" USING btree ("merchant_id","id");--> statement-breakpoint
CREATE INDEX "lot_import_row_move" ON "lot_import_row" USING btree ("move_id");